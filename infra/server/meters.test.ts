import { expect, test } from "vitest";
import { readableLog } from "#tests/support/log.ts";
import { Meters } from "./meters.ts";

test("counters are summed by label, and a gauge keeps its last value", () => {
  const meters = new Meters();
  const { log: written, lines } = readableLog();
  const log = meters.listening(written);
  const call = { owner: "platform", plane: "action", CallLatency: 20 } as const;
  log.measure("call", { ...call, Calls: 1 });
  log.measure("call", { ...call, Calls: 1, CallLatency: 30 });
  log.measure("call", { ...call, owner: "none", Calls: 1 });
  log.measure("unknown_emissions", { EmissionsUnknown: 2 });
  log.measure("unknown_emissions", { EmissionsUnknown: 1 });
  log.measure("disk", { worker: "sync", TemporaryDiskFree: 7 });
  meters.set("connect_dead_letters", 3, { queue: "syncs" });
  expect(meters.text()).toBe(`# TYPE connect_calls_total counter
connect_calls_total{owner="platform",plane="action"} 2
connect_calls_total{owner="none",plane="action"} 1
# TYPE connect_call_latency_milliseconds_sum counter
connect_call_latency_milliseconds_sum{owner="platform",plane="action"} 50
connect_call_latency_milliseconds_sum{owner="none",plane="action"} 20
# TYPE connect_call_latency_milliseconds_count counter
connect_call_latency_milliseconds_count{owner="platform",plane="action"} 2
connect_call_latency_milliseconds_count{owner="none",plane="action"} 1
# TYPE connect_emissions_unknown gauge
connect_emissions_unknown 1
# TYPE connect_temporary_disk_free_bytes gauge
connect_temporary_disk_free_bytes{worker="sync"} 7
# TYPE connect_dead_letters gauge
connect_dead_letters{queue="syncs"} 3
`);
  expect(lines).toHaveLength(6);
});
