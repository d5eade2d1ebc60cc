import { expect, test } from "vitest";
import { createLog, withRequestId } from "./log.ts";
import { metricGroups } from "./measurements.ts";

function logWith(options: { level?: "debug" | "error"; namespace?: string }) {
  const lines: unknown[] = [];
  const log = createLog({
    level: options.level ?? "debug",
    write: (line) => lines.push(JSON.parse(line)),
    now: () => new Date("2026-04-10T12:00:00.000Z"),
    namespace: options.namespace,
  });
  return { log, lines };
}

const sync = {
  connector: "banco_a",
  code: "ok",
  owner: "none",
  Syncs: 1,
  SyncDuration: 8_250,
  SyncedRecords: 31,
} as const;

test("a measurement is one line of the embedded metric format, whatever the level", () => {
  const { log, lines } = logWith({ level: "error", namespace: "Connect/test" });
  withRequestId("req_1", () => log.measure("sync", sync));
  expect(lines).toEqual([
    {
      _aws: {
        Timestamp: 1_775_822_400_000,
        CloudWatchMetrics: [
          {
            Namespace: "Connect/test",
            Dimensions: [["connector", "code"], ["owner"]],
            Metrics: [{ Name: "Syncs", Unit: "Count" }],
          },
          {
            Namespace: "Connect/test",
            Dimensions: [["connector"]],
            Metrics: [
              { Name: "SyncDuration", Unit: "Milliseconds" },
              { Name: "SyncedRecords", Unit: "Count" },
            ],
          },
        ],
      },
      at: "2026-04-10T12:00:00.000Z",
      event: "measured.sync",
      request_id: "req_1",
      ...sync,
    },
  ]);
});

test("without a namespace nothing is a metric, and the line is only for debugging", () => {
  const debugging = logWith({});
  debugging.log.measure("sync", sync);
  const { log, lines } = logWith({ level: "error" });
  log.measure("sync", sync);
  expect(lines).toEqual([]);
  expect(debugging.lines).toEqual([
    { at: "2026-04-10T12:00:00.000Z", level: "debug", event: "measured.sync", ...sync },
  ]);
});

test("no series is aggregated by more than two fields, and each number belongs to one metric", () => {
  const groups = Object.values(metricGroups).flat();
  expect(groups.length).toBeGreaterThan(8);
  const names = groups.flatMap(({ units }) => Object.keys(units));
  expect(new Set(names).size).toBe(names.length);
  for (const { by } of groups) {
    for (const fields of by) expect(fields.length).toBeLessThanOrEqual(2);
  }
});
