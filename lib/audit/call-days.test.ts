import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays, santiagoDayOf, type Fecha } from "#lib/chile/index.ts";
import { actors } from "#lib/db/actors.ts";
import type { Context } from "#lib/db/context.ts";
import { createOrganization } from "#lib/identity/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { silentLog } from "#tests/support/log.ts";
import { addUpCallDays } from "./add-up-call-days.ts";
import { callsOfActors, listCallDays } from "./list-call-days.ts";
import { recordCall, type CallRecord } from "./record-call.ts";

const hourMs = 3_600_000;
const quarterMs = hourMs / 4;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.owner("delete from counted_days"));

async function organizationAt(at: string) {
  let now = new Date(at);
  const clock = { now: () => now, moveTo: (to: Date) => void (now = to) };
  const system = { db: database.db, clock, log: silentLog };
  const organization = await createOrganization(system, { name: "Comercial Ñuble" });
  const ctx: Context = { ...system, organization, actor: actors.system("tests"), requestId: "req" };
  const key = newId("key", clock.now());
  const call = async (at: Date, more: Partial<CallRecord> = {}) =>
    recordCall(database.db, {
      requestId: newId("req", at),
      organizationId: organization.id,
      at,
      plane: "action",
      operation: "core.timestamp.now",
      operationRequestId: null,
      actor: { kind: "api_key", id: key },
      connectionId: null,
      outcome: "ok",
      httpStatus: 200,
      latencyMs: 1,
      idempotency: null,
      traceLabel: null,
      clientLabel: null,
      countedIn: null,
      source: null,
      ...more,
    });
  const addUp = () => addUpCallDays({ ...system, db: database.keeper });
  const counts = async (days: number) =>
    (await listCallDays(ctx, days)).days.map(({ calls }) =>
      calls === null ? null : [calls.ok, calls.refused, calls.failed],
    );
  return { ctx, clock, key, call, addUp, counts };
}

describe("the calls of a day", () => {
  test.each([
    ["midnight", "2026-07-14T12:00:00Z"],
    ["the clocks going back", "2026-04-03T12:00:00Z"],
    ["the clocks going forward", "2026-09-04T12:00:00Z"],
    ["a change of year", "2026-12-30T12:00:00Z"],
  ])("equal the audit's across %s", async (_, start) => {
    const { ctx, clock, call, addUp } = await organizationAt(start);
    const first = clock.now().getTime();
    const expected = new Map<Fecha, { ok: number; refused: number; failed: number }>();
    for (let quarter = 0; quarter < 4 * 24 * 4; quarter += 1) {
      const at = new Date(first + quarter * quarterMs);
      const httpStatus = [200, 404, 503][quarter % 3] ?? 200;
      await call(at, { httpStatus });
      const day = santiagoDayOf(at);
      const sum = expected.get(day) ?? { ok: 0, refused: 0, failed: 0 };
      sum[httpStatus === 200 ? "ok" : httpStatus === 404 ? "refused" : "failed"] += 1;
      expected.set(day, sum);
      clock.moveTo(at);
      // Housekeeping runs at any hour, and some of its runs are missed.
      if (quarter % 37 === 0) await addUp();
    }
    await addUp();
    const { days, byOperation } = await listCallDays(ctx, 7);
    const counted = days.filter(({ calls }) => calls !== null);
    expect(counted.map(({ day, calls }) => [day, calls])).toEqual([...expected]);
    expect(expected.size).toBe(5);
    expect(byOperation).toMatchObject([{ ok: 128, refused: 128, failed: 128 }]);
    expect(days.slice(0, 2).map(({ calls }) => calls)).toEqual([null, null]);
  });

  test("count a call on the day of its newest row, and not at all if it never ended", async () => {
    const { clock, call, addUp, counts } = await organizationAt("2026-07-15T03:50:00Z");
    const before = new Date("2026-07-15T03:59:00Z");
    const after = new Date("2026-07-15T04:01:00Z");
    const requestId = newId("req", before);
    await call(before, { requestId, outcome: "started", httpStatus: null });
    await call(before, { outcome: "started", httpStatus: null });
    clock.moveTo(before);
    await addUp();
    expect(await counts(1)).toEqual([[0, 0, 0]]);
    await call(after, { requestId });
    clock.moveTo(after);
    await addUp();
    expect(await counts(2)).toEqual([
      [0, 0, 0],
      [1, 0, 0],
    ]);
  });

  test("have as many refusals as a row covers, and exclude links, people's acts and the system", async () => {
    const { clock, call, addUp, counts } = await organizationAt("2026-07-15T12:00:00Z");
    const at = clock.now();
    await call(at, { outcome: "refused", httpStatus: null, calls: 40 });
    await call(at, { actor: { kind: "member", id: "usr_1" } });
    await call(at, { actor: { kind: "member", id: "usr_1" }, plane: "control" });
    await call(at, { actor: { kind: "link", id: "cs_1" } });
    await call(at, { actor: { kind: "system", id: "schedule" } });
    await addUp();
    expect(await counts(1)).toEqual([[1, 40, 0]]);
  });

  test("belong to one organization, and list the most frequent key and tool first", async () => {
    const { ctx, key, clock, call, addUp } = await organizationAt("2026-07-15T12:00:00Z");
    const other = await organizationAt("2026-07-15T12:00:00Z");
    const at = clock.now();
    await other.call(at);
    await call(at, { operation: "nadie.es", outcome: "tool_not_found", httpStatus: 404 });
    await call(at);
    await call(at);
    const second = newId("key", at);
    await call(at, { actor: { kind: "api_key", id: second } });
    await addUp();
    const { byActor, byOperation, countedAt } = await listCallDays(ctx, 30);
    expect(byActor.map(({ actorId, ok, refused }) => [actorId, ok, refused])).toEqual([
      [key, 2, 1],
      [second, 1, 0],
    ]);
    expect(byOperation.map(({ operation, ok }) => [operation, ok])).toEqual([
      ["core.timestamp.now", 3],
      ["tool_not_found", 0],
    ]);
    expect(countedAt).toEqual(at);
    expect(await callsOfActors(ctx, [key, other.key], 30)).toEqual(new Map([[key, 3]]));
    clock.moveTo(new Date(at.getTime() + 31 * 24 * hourMs));
    expect(await callsOfActors(ctx, [key], 30)).toEqual(new Map());
  });

  test("are caught up on after housekeeping stopped, and a day it missed is a gap until then", async () => {
    const { clock, call, addUp, counts } = await organizationAt("2026-07-10T12:00:00Z");
    await call(clock.now());
    await addUp();
    const later = new Date(clock.now().getTime() + 3 * 24 * hourMs);
    await call(new Date(later.getTime() - 24 * hourMs));
    clock.moveTo(later);
    expect(await counts(4)).toEqual([[1, 0, 0], null, null, null]);
    await addUp();
    expect(await counts(4)).toEqual([
      [1, 0, 0],
      [0, 0, 0],
      [1, 0, 0],
      [0, 0, 0],
    ]);
    expect(addDays(santiagoDayOf(later), -3)).toBe("2026-07-10");
  });
});
