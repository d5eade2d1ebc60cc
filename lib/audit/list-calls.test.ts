import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actors } from "#lib/db/actors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { refusalOf } from "#tests/support/scenes/grants.ts";
import { peopleScene } from "#tests/support/scenes/people.ts";
import { exportCalls } from "./export-calls.ts";
import { callsOfRequest, isCallPlace, listCalls, placeBehind } from "./list-calls.ts";
import { recordCall, type CallRecord } from "./record-call.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

async function callScene() {
  const scene = await peopleScene(database);
  const owner = await scene.member();
  const to = scene.clock.now();
  const call = async (ageMs: number, more: Partial<CallRecord> = {}): Promise<string> => {
    const at = new Date(to.getTime() - ageMs);
    const requestId = newId("req", at);
    await recordCall(database.db, {
      requestId,
      organizationId: scene.ctx.organization.id,
      at,
      plane: "action",
      operation: "core.timestamp.now",
      operationRequestId: null,
      actor: { kind: "api_key", id: "key_uno" },
      connectionId: null,
      outcome: "ok",
      httpStatus: 200,
      latencyMs: 12,
      idempotency: null,
      traceLabel: null,
      clientLabel: null,
      countedIn: null,
      source: null,
      ...more,
    });
    return requestId;
  };
  return { ...scene, owner, call, day: { from: new Date(to.getTime() - dayMs), to } };
}

const idsOf = ({ calls }: { calls: readonly { requestId: string }[] }) =>
  calls.map(({ requestId }) => requestId);

describe("the calls of an organization", () => {
  test("are found by actor, operation and outcome, newest first, within the period asked for", async () => {
    const { owner, call, day } = await callScene();
    const ok = await call(1000);
    const refused = await call(2000, { outcome: "forbidden", httpStatus: 403 });
    const failed = await call(3000, { outcome: "upstream_error", httpStatus: 502 });
    const counted = await call(4000, { outcome: "refused", httpStatus: null, calls: 7 });
    const other = await call(5000, {
      actor: { kind: "oauth", id: "grt_uno" },
      operation: "echo.x",
    });
    const old = await call(25 * hourMs);
    const found = async (more: object = {}) =>
      idsOf(await listCalls(owner.ctx, { ...day, ...more }, { limit: 50 }));
    expect(await found()).toEqual([ok, refused, failed, counted, other]);
    expect(await found({ outcome: "ok" })).toEqual([ok, other]);
    expect(await found({ outcome: "refused" })).toEqual([refused, counted]);
    expect(await found({ outcome: "failed" })).toEqual([failed]);
    expect(await found({ outcome: "forbidden" })).toEqual([refused]);
    expect(await found({ actorId: "grt_uno" })).toEqual([other]);
    expect(await found({ operation: "echo.x" })).toEqual([other]);
    expect(await found({ operation: "echo.x", actorId: "key_uno" })).toEqual([]);
    const longAgo = new Date(day.to.getTime() - 3 * dayMs);
    expect(await found({ from: longAgo })).toContain(old);
  });

  test("cover 31 days at most, whatever is asked for", async () => {
    const { owner, call, day } = await callScene();
    const inside = await call(31 * dayMs - 1000);
    await call(31 * dayMs + 1000);
    const ever = { ...day, from: new Date(0) };
    expect(idsOf(await listCalls(owner.ctx, ever, { limit: 50 }))).toEqual([inside]);
  });

  test("show the end of a call that was recorded as started, or its start if it has no end", async () => {
    const { owner, call, day } = await callScene();
    const started = { outcome: "started", httpStatus: null };
    const requestId = await call(5000, started);
    await call(4000, { requestId });
    const without = await call(3000, started);
    const { calls } = await listCalls(owner.ctx, day, { limit: 50 });
    expect(calls.map((one) => [one.requestId, one.outcome])).toEqual([
      [without, "started"],
      [requestId, "ok"],
    ]);
    const rows = await callsOfRequest(owner.ctx, requestId);
    expect(rows.map(({ outcome }) => outcome)).toEqual(["started", "ok"]);
  });

  test("come in parts, each call once, even within one millisecond", async () => {
    const { owner, call, day } = await callScene();
    const ids = new Set<string>();
    for (let n = 0; n < 25; n += 1) ids.add(await call(1000 * Math.floor(n / 5)));
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const part = await listCalls(owner.ctx, day, { limit: 7, after });
      const next = await placeBehind(owner.ctx, day, { count: 7, after });
      expect(next).toBe(part.next);
      seen.push(...idsOf(part));
      after = part.next ?? undefined;
    } while (after !== undefined);
    expect(seen).toHaveLength(25);
    expect(new Set(seen)).toEqual(ids);
  });

  test("are for owners and admins, and only of their own organization", async () => {
    const { ctx, owner, member, call, day } = await callScene();
    const requestId = await call(1000);
    const admin = await member({ role: "admin" });
    expect(idsOf(await listCalls(admin.ctx, day, { limit: 50 }))).toEqual([requestId]);
    const stranger = await callScene();
    expect(idsOf(await listCalls(stranger.owner.ctx, day, { limit: 50 }))).toEqual([]);
    expect(await callsOfRequest(stranger.owner.ctx, requestId)).toEqual([]);
    const refused = [
      (await member({ role: "member", canIssue: true })).ctx,
      { ...ctx, actor: actors.member(stranger.owner.id) },
    ];
    for (const one of refused) {
      for (const ask of [
        () => listCalls(one, day, { limit: 50 }),
        () => placeBehind(one, day, { count: 50 }),
        () => callsOfRequest(one, requestId),
        () => exportCalls(one, day, { format: "csv" }),
      ]) {
        expect(await refusalOf(ask())).toMatchObject({ code: "forbidden" });
      }
    }
    expect(await callsOfRequest(owner.ctx, requestId)).toHaveLength(1);
  });
});

describe("an export", () => {
  test("has a line for each call, and a formula in a label is text to a spreadsheet", async () => {
    const { owner, call, day } = await callScene();
    const labels = ["=1+1", "+1", "-1", "@x", "\t=1", 'dijo "no", y ya', "línea\r\nnueva", "a=b"];
    for (const [n, clientLabel] of labels.entries()) await call(1000 * (n + 1), { clientLabel });
    const csv = await exportCalls(owner.ctx, day, { format: "csv" });
    const [head = "", ...lines] = csv.split(/\r\n(?=req_|at|\d{4}-|$)/);
    expect(head).toMatch(/^at,request_id,plane,operation,/);
    expect(lines.filter((line) => line !== "")).toHaveLength(labels.length);
    for (const cell of [
      `"'=1+1"`,
      `"'+1"`,
      `"'-1"`,
      `"'@x"`,
      `"'\t=1"`,
      `"dijo ""no"", y ya"`,
      `"línea\r\nnueva"`,
      `a=b`,
    ]) {
      expect(csv).toContain(`,${cell},`);
    }
    const ndjson = await exportCalls(owner.ctx, day, { format: "ndjson" });
    const rows = ndjson
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(rows).toHaveLength(labels.length);
    expect(rows[0]).toMatchObject({ actor_id: "key_uno", client_label: "=1+1", latency_ms: 12 });
    expect(Object.keys(rows[0] ?? {})).toEqual(head.split(","));
  });

  test("continues where the file before ended", async () => {
    const { owner, call, day } = await callScene();
    for (let n = 0; n < 4; n += 1) await call(1000 * n);
    const after = await placeBehind(owner.ctx, day, { count: 3 });
    const rest = await exportCalls(owner.ctx, day, { format: "ndjson", after: after ?? "" });
    expect(rest.trimEnd().split("\n")).toHaveLength(1);
  });
});

test.each([
  "",
  "x",
  "2026-11-22~req_1",
  "2026-99-22T10:00:00.000Z~req_1",
  "2026-02-31T10:00:00.000Z~req_1",
  "0000-01-01T00:00:00.000Z~req_1",
  "~",
  "2026-11-22T10:00:00.000Z~",
])("%j is not a position in the audit", (text) => {
  expect(isCallPlace(text)).toBe(false);
});
