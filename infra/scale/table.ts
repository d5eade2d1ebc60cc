import { reckon, workersFullAt } from "./reckon.ts";

const heads = [
  "connections",
  "browsers: mean, first days, busy hour",
  "jobs a month",
  "calls a second",
  "GB a month: calls, rows, jobs and events",
  "GB stored",
  "USD a month: browsers, calls, database, the rest",
  "together",
];

/** A column for each size, as `npm run scale` prints it and `docs/operations.md` has it. */
export function scaleTable(sizes: readonly number[] = [1_000, 10_000, 100_000]): string[][] {
  const columns = sizes.map(columnOf);
  return heads.map((head, at) => [head, ...columns.map((column) => column[at] ?? "")]);
}

function columnOf(size: number): string[] {
  const { connections, browsers, jobsPerMonth, callsPerSecond, gbPerMonth, storedGb, usd } =
    reckon(size);
  const { mean, firstDays, busy } = browsers;
  const { calls, records, jobs, deliveries } = gbPerMonth;
  const parts = [usd.browsers, usd.calls, usd.database, usd.fixed];
  return [
    whole(connections),
    [mean, firstDays, busy].map(rounded).join(", "),
    whole(jobsPerMonth),
    rounded(callsPerSecond),
    [calls, records, jobs + deliveries].map(rounded).join(", "),
    whole(storedGb),
    parts.map(whole).join(", "),
    whole(parts.reduce((sum, one) => sum + one, 0)),
  ];
}

/** The first limit in words, with its numbers. */
export function scaleLimits(): string {
  const { mean, firstDays } = workersFullAt();
  return `The 20 sync workers of a stage are full at ${whole(mean)} connections, or at ${whole(firstDays)} in the first days of a month`;
}

const rounded = (value: number): string => (value < 10 ? value.toFixed(1) : whole(value));
const whole = (value: number): string => Math.round(value).toLocaleString("en-US");
