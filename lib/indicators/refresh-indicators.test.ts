import { afterEach, beforeEach, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { readableLog } from "#tests/support/log.ts";
import { createIndicatorProvider } from "./provider.ts";
import { refreshIndicators } from "./refresh-indicators.ts";
import { startProvider, type ProviderServer } from "./testing/provider-server.ts";

let database: TestDatabase;
let server: ProviderServer;
let lines: string[];
let now: Date;

beforeEach(async () => {
  database = await testDatabase();
  server = await startProvider();
  now = new Date("2026-11-08T12:00:00.000Z");
});
afterEach(async () => {
  await server.close();
  await database.close();
});

function refresh(codes: string[]) {
  const readable = readableLog();
  lines = readable.lines;
  const provider = createIndicatorProvider({ baseUrl: server.url });
  const clock = { now: () => now };
  return refreshIndicators({ db: database.db, clock, log: readable.log, provider }, codes);
}

const stored = () => database.owner("select * from indicator_values order by codigo, fecha");

test("stores the newest values of every code", async () => {
  server.publish("uf", { "2026-11-07": 39_700.1, "2026-11-08": 39_701.25 });
  server.publish("ipc", { "2026-09-01": -0.1 });
  expect(await refresh(["uf", "ipc"])).toEqual({
    refreshed: [
      { codigo: "uf", changed: 2 },
      { codigo: "ipc", changed: 1 },
    ],
    failed: [],
  });
  expect(await stored()).toEqual([
    { codigo: "ipc", fecha: "2026-09-01", valor: -0.1, read_at: now },
    { codigo: "uf", fecha: "2026-11-07", valor: 39_700.1, read_at: now },
    { codigo: "uf", fecha: "2026-11-08", valor: 39_701.25, read_at: now },
  ]);
});

test("a second refresh only changes what was corrected", async () => {
  const first = now;
  server.publish("uf", { "2026-11-07": 1, "2026-11-08": 2 });
  await refresh(["uf"]);
  now = new Date("2026-11-08T13:00:00.000Z");
  expect((await refresh(["uf"])).refreshed).toEqual([{ codigo: "uf", changed: 0 }]);
  server.publish("uf", { "2026-11-08": 3 });
  expect((await refresh(["uf"])).refreshed).toEqual([{ codigo: "uf", changed: 1 }]);
  expect(await stored()).toEqual([
    { codigo: "uf", fecha: "2026-11-07", valor: 1, read_at: first },
    { codigo: "uf", fecha: "2026-11-08", valor: 3, read_at: now },
  ]);
});

test("a reading that began earlier does not undo a later one", async () => {
  server.publish("uf", { "2026-11-08": 2 });
  await refresh(["uf"]);
  now = new Date("2026-11-08T11:00:00.000Z");
  server.publish("uf", { "2026-11-08": 1 });
  await refresh(["uf"]);
  expect(await stored()).toMatchObject([{ valor: 2 }]);
});

test("a code that fails does not stop the others, and is reported", async () => {
  server.publish("uf", { "2026-11-08": 1 });
  server.publish("euro", { "2026-11-06": 1 });
  server.publish("tpm", {});
  server.broken.add("dolar");
  expect(await refresh(["uf", "dolar", "tpm", "euro"])).toEqual({
    refreshed: [
      { codigo: "uf", changed: 1 },
      { codigo: "euro", changed: 1 },
    ],
    failed: [
      { codigo: "dolar", code: "upstream_error" },
      { codigo: "tpm", code: "upstream_unexpected_response" },
    ],
  });
  expect(await stored()).toHaveLength(2);
  expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
    "indicators.provider_failed",
    "indicators.provider_failed",
    "indicators.refreshed",
  ]);
});

test("a lost database is not taken for a provider's failure", async () => {
  server.publish("uf", { "2026-11-08": 1 });
  await database.owner("drop table indicator_values");
  await expect(refresh(["uf"])).rejects.toThrow("indicator_values");
});
