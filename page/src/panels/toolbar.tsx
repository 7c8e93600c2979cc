/** What is shown, and how large; and the way to a forecast without a mouse. */
import { GRID_RESOURCES } from '../../../src/explain/grid/answer.ts';
import type { Resource } from '../data/room.ts';
import type { Filter } from '../data/selection.ts';
import { SIZES, type Size } from '../grid/measures.ts';
import { type Manifest, readManifest } from './manifest-drop.tsx';

interface ToolbarProps {
  readonly filter: Filter;
  setFilter(filter: Filter): void;
  readonly size: Size;
  setSize(size: Size): void;
  readonly resource: Resource;
  setResource(resource: Resource): void;
  onManifest(manifest: Manifest): void;
  readonly shown: string;
}

export function Toolbar(props: ToolbarProps) {
  const { filter, setFilter, size, setSize, resource, setResource, onManifest, shown } = props;
  return (
    <section class="toolbar" aria-label="What is shown">
      <label class="filter">
        <span class="unseen">Filter by node, pool or DaemonSet</span>
        <input
          type="search"
          placeholder="Filter nodes, pools, DaemonSets"
          value={filter.text}
          onInput={(event) => setFilter({ ...filter, text: event.currentTarget.value })}
        />
      </label>
      <span class="shown" data-testid="shown">
        {shown}
      </span>
      {filter.daemonSet !== null && (
        <button type="button" class="chip" onClick={() => setFilter({ ...filter, daemonSet: null })}>
          only {filter.daemonSet} <span aria-hidden="true">×</span>
          <span class="unseen">, show all again</span>
        </button>
      )}
      <span class="spring" />
      <Choice label="Bars show" options={GRID_RESOURCES} value={resource} choose={setResource} />
      <Choice label="Size" options={SIZES} value={size} choose={setSize} />
      <label class="button">
        Forecast a manifest…
        <input
          class="unseen"
          type="file"
          accept=".yaml,.yml,.json"
          data-testid="manifest"
          onChange={(event) => {
            const input = event.currentTarget;
            const [file] = input.files ?? [];
            if (file !== undefined) void readManifest(file).then(onManifest);
            input.value = '';
          }}
        />
      </label>
    </section>
  );
}

interface ChoiceProps<Option extends string> {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: Option;
  choose(option: Option): void;
}

function Choice<Option extends string>({ label, options, value, choose }: ChoiceProps<Option>) {
  return (
    <fieldset class="choice">
      <legend class="unseen">{label}</legend>
      {options.map((option) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => choose(option)}>
          {option}
        </button>
      ))}
    </fieldset>
  );
}
