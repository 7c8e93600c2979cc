/** Beside the grid: lists by default, and what somebody has asked about when there is something. */
import { useState } from 'preact/hooks';
import type { OrdersAnswer } from '../../../src/explain/grid/answer.ts';
import type { StateCounts } from '../data/counts.ts';
import type { Decision } from '../data/decisions.ts';
import type { Model } from '../data/model.ts';
import type { Selection } from '../data/selection.ts';
import type { Chosen } from '../grid/chosen.ts';
import { Attention } from './attention.tsx';
import { DaemonSets } from './daemon-sets.tsx';
import { Decisions } from './decisions.tsx';
import { Explanation } from './explain/explanation.tsx';
import { ForecastPanel } from './forecast.tsx';
import type { Manifest } from './manifest-drop.tsx';
import { Orders } from './orders.tsx';

export type Subject =
  | { readonly kind: 'place'; readonly place: Chosen }
  | { readonly kind: 'daemonset'; readonly name: string }
  | { readonly kind: 'forecast'; readonly manifest: Manifest };

interface SideProps {
  readonly model: Model;
  readonly selection: Selection;
  readonly counts: readonly StateCounts[];
  readonly decisions: readonly Decision[];
  readonly orders: OrdersAnswer;
  readonly isolated: string | null;
  isolate(daemonSet: string | null): void;
  readonly subject: Subject | null;
  setSubject(subject: Subject | null): void;
}

const TABS = ['DaemonSets', 'Orders', 'Attention', 'Decisions'] as const;
type Tab = (typeof TABS)[number];

export function Side(props: SideProps) {
  const { model, selection, counts, decisions, orders, isolated, isolate, subject, setSubject } = props;
  const [tab, setTab] = useState<Tab>('DaemonSets');
  const choose = (place: Chosen) => setSubject({ kind: 'place', place });
  const close = () => setSubject(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };
  const onTabKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length] ?? tab;
    setTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <aside aria-label="Details" onKeyDown={onKeyDown}>
      {subject?.kind === 'forecast' && <ForecastPanel manifest={subject.manifest} close={close} />}
      {subject?.kind === 'place' && <Explanation model={model} about={subject.place} close={close} />}
      {subject?.kind === 'daemonset' && (
        <Explanation model={model} about={{ node: null, daemonSet: subject.name }} close={close} />
      )}
      <div class="lists">
        <div class="tabs" role="tablist" aria-label="Lists">
          {TABS.map((name) => (
            <button
              key={name}
              id={`tab-${name}`}
              type="button"
              role="tab"
              aria-selected={name === tab}
              aria-controls="lists"
              tabIndex={name === tab ? 0 : -1}
              onClick={() => setTab(name)}
              onKeyDown={onTabKey}
            >
              {name}
            </button>
          ))}
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys have to reach it */}
        <div id="lists" role="tabpanel" aria-labelledby={`tab-${tab}`} class="list" tabIndex={0}>
          {tab === 'DaemonSets' && (
            <DaemonSets
              model={model}
              counts={counts}
              isolated={isolated}
              isolate={isolate}
              explain={(name) => setSubject({ kind: 'daemonset', name })}
            />
          )}
          {tab === 'Orders' && <Orders orders={orders} choose={choose} />}
          {tab === 'Attention' && <Attention model={model} selection={selection} choose={choose} />}
          {tab === 'Decisions' && <Decisions decisions={decisions} />}
        </div>
      </div>
    </aside>
  );
}
