/** What a dropped manifest would do: where its DaemonSet fits, whom it would evict, where it never can be. */
import type { ForecastReport } from '../../../src/explain/forecast/report.ts';
import type { NodeState } from '../../../src/explain/forecast/verdicts.ts';
import { ask } from '../data/service.ts';
import { amounts, counted } from '../data/words.ts';
import type { Manifest } from './manifest-drop.tsx';
import { Panel, useLoaded } from './panel.tsx';

interface ForecastPanelProps {
  readonly manifest: Manifest;
  close(): void;
}

interface ForecastAnswer {
  readonly forecasts: readonly ForecastReport[];
}

/** From the best on, each with the colour of the state that the grid would show. */
const OUTCOMES: readonly { readonly state: NodeState; readonly words: string; readonly colour: string }[] = [
  { state: 'runs', words: 'runs there already', colour: 'ready' },
  { state: 'fits', words: 'fits', colour: 'running' },
  { state: 'soon', words: 'fits once pods have left', colour: 'held' },
  { state: 'preempts', words: 'evicts others', colour: 'missing' },
  { state: 'waits', words: 'would wait', colour: 'waiting' },
  { state: 'never', words: 'can never fit', colour: 'never-fits' },
  { state: 'unknown', words: 'not looked at', colour: 'not-eligible' },
];

/** Victims of a node that are named here. */
const VICTIMS_SHOWN = 3;

export function ForecastPanel({ manifest, close }: ForecastPanelProps) {
  const loaded = useLoaded(() => forecast(manifest), [manifest], manifest.name);
  return (
    <Panel title={manifest.name} kind="forecast" close={close}>
      {loaded.state === 'loading' && <p class="muted">Looking at every node…</p>}
      {loaded.state === 'problem' && <p class="refused">{loaded.words}</p>}
      {loaded.state === 'there' &&
        loaded.value.forecasts.map((report) => (
          <Report key={`${report.daemonSet.namespace}/${report.daemonSet.name}`} report={report} />
        ))}
    </Panel>
  );
}

function Report({ report }: { readonly report: ForecastReport }) {
  const { daemonSet, change, nodes, findings, ineligible, evicted, byNode } = report;
  const shown = OUTCOMES.filter(({ state }) => nodes[state] > 0);
  const bar = shown.map(({ state, words }) => `${words} ${nodes[state]}`).join(', ');
  return (
    <article class="forecast">
      <h3>
        {daemonSet.namespace}/{daemonSet.name} <span class="muted">{change}</span>
      </h3>
      <p class="why">
        eligible on {nodes.eligible.toLocaleString()} of {counted(nodes.all, 'node')}
      </p>
      <div class="progress" role="img" aria-label={bar || 'no node is eligible'} title={bar}>
        {shown.map(({ state, colour }) => (
          <span key={state} class={`part ${colour}`} style={{ flexGrow: nodes[state] }} />
        ))}
      </div>
      <ul class="outcomes">
        {shown.map(({ state, words, colour }) => (
          <li key={state}>
            <span class={`swatch part ${colour}`} aria-hidden="true" /> {words}{' '}
            <b>{nodes[state].toLocaleString()}</b>
          </li>
        ))}
      </ul>
      {evicted.pods > 0 && (
        <p>
          {counted(evicted.pods, 'pod')} of {counted(evicted.tenants, 'tenant')} would be evicted.
        </p>
      )}
      {findings.map(({ code, detail }) => (
        <p key={code} class="finding">
          <code>{code}</code> {detail}
        </p>
      ))}
      <dl class="facts">
        <dt>Each pod takes</dt>
        <dd>{amounts(report.requests)}</dd>
        <dt>In all</dt>
        <dd>
          {report.takes
            .map(({ resource, amount, percent }) => `${amount} ${resource} (${percent}%)`)
            .join(', ')}
        </dd>
        <dt>Priority</dt>
        <dd>
          {report.priority.toLocaleString()}
          {report.preempts ? '' : ', never preempts'}
        </dd>
      </dl>
      <Lines
        title="Not eligible"
        lines={ineligible.map(({ reason, nodes: on }) => `${reason}: ${counted(on, 'node')}`)}
      />
      <Lines
        title="Too little"
        lines={report.lacking.map(({ what, nodes: on }) => `${what}: on ${counted(on, 'node')}`)}
      />
      <Lines title="Selectors that overlap" lines={report.overlappingSelectors} />
      <Lines
        title="The same ports"
        lines={report.samePorts.map(
          (rival) => `${rival.daemonSet}: ${rival.ports.join(', ')} on ${counted(rival.nodes, 'node')}`,
        )}
      />
      <Lines title="Not weighed here" lines={report.notWeighed} />
      {byNode.length > 0 && (
        <ul class="cells">
          {byNode.map(({ node, state, why = [], evicts = [] }) => (
            <li key={node}>
              <b>{node}</b> {OUTCOMES.find((outcome) => outcome.state === state)?.words ?? state}
              <span class="muted">
                {[...why, ...(evicts.length > 0 ? [evictsWords(evicts.map(({ pod }) => pod))] : [])]
                  .map((words) => `; ${words}`)
                  .join('')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div>
      <h4>{title}</h4>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

function evictsWords(pods: readonly string[]): string {
  const more = pods.length - VICTIMS_SHOWN;
  return `evicts ${pods.slice(0, VICTIMS_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

async function forecast({ text }: Manifest): Promise<ForecastAnswer> {
  if (text === null) throw new Error('This file is too large for a manifest, or cannot be read.');
  const headers = { 'content-type': 'application/yaml', accept: 'application/json' };
  const answer = await ask('forecast', { method: 'POST', headers, body: text });
  const value: ForecastAnswer = await answer.json();
  return value;
}
