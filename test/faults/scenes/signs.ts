/** What the metrics of a process have to show of a fault. */
import type { Observation } from '../stage/observation.ts';

export interface Sign {
  readonly metric: string;
  /** What was seen, or null when it was not. */
  seen(observation: Observation): string | null;
}

type Labels = Readonly<Record<string, string>>;

/** A counter counts it. */
export function grows(metric: string, labels: Labels = {}): Sign {
  const name = nameOf(metric, labels);
  return {
    metric: name,
    seen: (observation) => {
      const more = observation.growth(metric, labels);
      return more > 0 ? `${name} +${more}` : null;
    },
  };
}

/** A gauge that is 1 while all is well shows 0, and in the end 1 again. */
export function dips(metric: string): Sign {
  return {
    metric,
    seen: (observation) => {
      const values = observation.values(metric);
      return values.includes(0) && values.at(-1) === 1 ? `${metric} 1 → 0 → 1` : null;
    },
  };
}

/** A gauge goes at least so high, and comes down again. */
export function peaks(metric: string, atLeast: number, labels: Labels = {}): Sign {
  const name = nameOf(metric, labels);
  return {
    metric: name,
    seen: (observation) => {
      const values = observation.values(metric, labels);
      const most = Math.max(...values);
      return most >= atLeast && (values.at(-1) ?? most) < atLeast
        ? `${name} up to ${Math.round(most)}`
        : null;
    },
  };
}

/** A gauge never goes so high, and is there. */
export function staysBelow(metric: string, limit: number, labels: Labels = {}): Sign {
  const name = nameOf(metric, labels);
  return {
    metric: name,
    seen: (observation) => {
      const values = observation.values(metric, labels);
      const most = Math.max(...values);
      return values.length > 0 && most < limit ? `${name} never above ${Math.ceil(most)}` : null;
    },
  };
}

/** A new process shows another start. */
export function restarts(): Sign {
  const metric = 'process_start_time_seconds';
  return {
    metric,
    seen: (observation) => {
      const starts = new Set(observation.values(metric)).size - 1;
      return starts > 0 ? `${metric} changed ${starts} ×` : null;
    },
  };
}

function nameOf(metric: string, labels: Labels): string {
  const text = Object.entries(labels).map(([key, value]) => `${key}="${value}"`);
  return text.length === 0 ? metric : `${metric}{${text.join()}}`;
}
