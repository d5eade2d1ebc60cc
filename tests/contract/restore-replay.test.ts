import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { replay } from "#tests/support/played/replay.ts";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { plantMember } from "#tests/support/scenes/grants.ts";
import { plantOperation, plantPreparation } from "#tests/support/planted/preparation.ts";

// One line that cannot be repeated must not stop the others.

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const replayLines = (since: Date, lines: readonly string[], isLeftOut = false) =>
  replay(api, { lines, since, isLeftOut });
const replayDone = (since: Date, acts: readonly object[]) =>
  replayLines(
    since,
    acts.map((act) => JSON.stringify({ event: "act.done", ...act })),
  );

test("an organization with an unknown outcome is deleted again anyway", async () => {
  const { id, keyId } = await api.organization();
  const preparationId = await plantPreparation(api, id, keyId);
  await plantOperation(api, id, { preparationId, state: "unknown" });
  const at = api.clock.now().toISOString();
  const until = new Date(api.clock.now().getTime() + 30 * 86_400_000).toISOString();
  const line = { at, act: "organization.deleted", subject: id, until };
  expect(await replayDone(new Date(at), [line])).toEqual({ done: 1, unknown: 0, byHand: [] });
  const [row] = await api.database.owner("select deletes_at from organizations where id = $1", [
    id,
  ]);
  const off = Number(row?.["deletes_at"]) - Date.parse(until);
  expect(Math.abs(off)).toBeLessThan(60_000);
});

test("the removal of an owner whose successor came later is left to the operator, and the rest is done", async () => {
  const { id, keyId } = await api.organization();
  const owner = await plantMember(api.database, id);
  const since = api.clock.now();
  const at = since.toISOString();
  const later = new Date(since.getTime() + 1).toISOString();
  const replayed = await replayDone(since, [
    { at, act: "member.removed", subject: owner, organization: id },
    { at: later, act: "key.revoked", subject: keyId },
  ]);
  expect(replayed).toEqual({ done: 1, unknown: 0, byHand: [`${at} member.removed ${owner}`] });
  const members = await api.database.owner(
    "select user_id from members where organization_id = $1",
    [id],
  );
  expect(members).toEqual([{ user_id: owner }]);
  const [key] = await api.database.owner("select revoked_at from api_keys where id = $1", [keyId]);
  expect(key?.["revoked_at"]).toBeInstanceOf(Date);
});

describe("lines that may report an act and cannot be read", () => {
  const revoked = (keyId: string, at: string, more: object = {}): string =>
    JSON.stringify({ at, event: "act.done", act: "key.revoked", subject: keyId, ...more });
  const isRevoked = async (keyId: string): Promise<boolean> => {
    const text = "select revoked_at from api_keys where id = $1";
    const [key] = await api.database.owner(text, [keyId]);
    return key?.["revoked_at"] instanceof Date;
  };
  const broken: [string, (line: string) => string][] = [
    ["cut off", (line) => line.slice(0, -20)],
    ["cut off before it says what it is", (line) => line.slice(0, 50)],
    ["after a journal's prefix", (line) => `Nov 22 03:00:00 host connect[7]: ${line}`],
    ["inside a container's line", (line) => JSON.stringify({ log: `${line}\n` })],
    ["glued to another", (line) => line + line],
    ["of an act that only a newer release knows", (line) => line.replace("key.revoked", "key.cut")],
    ["begun and cut off", (line) => line.replace("act.done", "act.begun").slice(0, -3)],
    ["compressed", (line) => gzipSync(line).toString("utf8")],
  ];

  test.each(broken)("%s: nothing is done until it is left out", async (_what, damage) => {
    const good = (await api.organization()).keyId;
    const lost = (await api.organization()).keyId;
    const since = api.clock.now();
    const at = since.toISOString();
    const lines = [revoked(good, at), "REPORT RequestId: 1", damage(revoked(lost, at))];
    await expect(replayLines(since, lines)).rejects.toMatchObject({
      details: { reason: expect.stringMatching(/cannot be read: 1, at 3\./) as string },
    });
    expect(await isRevoked(good)).toBe(false);
    const replayed = await replayLines(since, lines, true);
    const leftOut = { lines: 1, first: [3] };
    expect(replayed).toEqual({ done: 1, unknown: 0, byHand: [], leftOut });
    expect([await isRevoked(good), await isRevoked(lost)]).toEqual([true, false]);
  });

  test("are counted, and only the first are named", async () => {
    const since = api.clock.now();
    const lines = Array.from({ length: 30 }, () => '{"at":"2026-11-2');
    await expect(replayLines(since, lines)).rejects.toMatchObject({
      details: { reason: expect.stringMatching(/: 30, at 1, 2, .*, 20, …\./) as string },
    });
  });

  test("do not count when they are older, another event's, or the platform's", async () => {
    const { keyId } = await api.organization();
    const since = api.clock.now();
    const older = new Date(since.getTime() - 60_000).toISOString();
    const at = since.toISOString();
    const lines = [
      revoked(keyId, older).slice(0, -9),
      JSON.stringify({ at, event: "admin.failed", error: "quotes act.done" }),
      "2026-11-22T03:00:00Z START RequestId: 1 ñ",
      "{ code: 'ECONNRESET' }",
      "",
    ];
    expect(await replayLines(since, lines)).toEqual({ done: 0, unknown: 0, byHand: [] });
  });
});

test("an act that was begun and not reported as done is left to the operator, and not repeated", async () => {
  const { keyId } = await api.organization();
  const twice = (await api.organization()).keyId;
  const since = api.clock.now();
  const at = since.toISOString();
  const later = new Date(since.getTime() + 1_000).toISOString();
  const line = (event: string, when: string, subject: string): string =>
    JSON.stringify({ at: when, event, act: "key.revoked", subject });
  const lines = [
    line("act.begun", at, keyId),
    line("act.begun", at, twice),
    line("act.begun", later, twice),
    line("act.done", later, twice),
  ];
  expect(await replayLines(since, lines)).toEqual({
    done: 1,
    unknown: 0,
    byHand: [`${at} key.revoked ${keyId}, perhaps`],
  });
  const [key] = await api.database.owner("select revoked_at from api_keys where id = $1", [keyId]);
  expect(key?.["revoked_at"]).toBeNull();
});
