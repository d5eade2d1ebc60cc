import type { Log } from "#lib/kernel/log.ts";
import { metricGroups, type MetricName } from "#lib/kernel/measurements.ts";

type Labels = Readonly<Record<string, string>>;

interface Family {
  type: "counter" | "gauge";
  /** By its labels, in text form. */
  values: Map<string, number>;
}

/** Gauges: a number of things at the moment, not a count of events. */
const states: readonly string[] = ["EmissionsUnknown", "SmokePartsFailed", "TablesBehind"];

/** The service's metrics, summed in this process: the numbers behind the alarms, for local collectors. */
export class Meters {
  readonly #families = new Map<string, Family>();

  /** A log that writes as before and also sums its metrics. */
  listening(log: Log): Log {
    return {
      ...log,
      measure: (name, measured) => {
        this.#add(name, measured);
        log.measure(name, measured);
      },
    };
  }

  /** A gauge's current value. */
  set(name: string, value: number, labels: Labels = {}): void {
    this.#family(name, "gauge").values.set(labelText(labels), value);
  }

  /** The text format that collectors of metrics read. */
  text(): string {
    const lines = [...this.#families].flatMap(([name, { type, values }]) => [
      `# TYPE ${name} ${type}`,
      ...[...values].map(([labels, value]) => `${name}${labels} ${value}`),
    ]);
    return `${lines.join("\n")}\n`;
  }

  #add(group: MetricName, measured: Record<string, string | number>): void {
    const labels = Object.fromEntries(
      Object.entries(measured).filter((field): field is [string, string] => isText(field[1])),
    );
    for (const { units } of metricGroups[group] as readonly { units: Record<string, string> }[]) {
      for (const [metric, unit] of Object.entries(units)) {
        const value = measured[metric];
        if (typeof value === "number") this.#count(nameOf(metric), { unit, metric, value, labels });
      }
    }
  }

  #count(
    name: string,
    {
      unit,
      metric,
      value,
      labels,
    }: { unit: string; metric: string; value: number; labels: Labels },
  ): void {
    if (unit === "Milliseconds") {
      this.#increase(`${name}_milliseconds_sum`, labels, value);
      this.#increase(`${name}_milliseconds_count`, labels, 1);
    } else if (unit === "Count" && !states.includes(metric)) {
      this.#increase(`${name}_total`, labels, value);
    } else {
      const suffix = unit === "Count" ? "" : `_${unit.toLowerCase()}`;
      this.set(`${name}${suffix}`, value, labels);
    }
  }

  #increase(name: string, labels: Labels, by: number): void {
    const { values } = this.#family(name, "counter");
    values.set(labelText(labels), (values.get(labelText(labels)) ?? 0) + by);
  }

  #family(name: string, type: Family["type"]): Family {
    const family = this.#families.get(name) ?? { type, values: new Map<string, number>() };
    this.#families.set(name, family);
    return family;
  }
}

function isText(value: string | number): value is string {
  return typeof value === "string";
}

/** `OldestDueDelivery` is `connect_oldest_due_delivery`. */
function nameOf(metric: string): string {
  return `connect${metric.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}

/** Label values are our own words: ids and callers' inventions are never measured. */
function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}
