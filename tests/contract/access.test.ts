import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectors } from "#lib/tools/connectors.ts";
import { createApi } from "#functions/api/app.ts";
import { revokeAnyApiKey, revokeKey } from "#lib/identity/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { foldRateWindows } from "#lib/limits/index.ts";
import { callTool, testApi, type Answered, type TestApi } from "#tests/support/scenes/api.ts";
import { probeConnector } from "#tests/support/scenes/probe-connector.ts";
import { expectRefusal } from "#tests/support/refusal.ts";

const echo = "echo.mensaje.repetir";

let api: TestApi;
beforeAll(async () => {
  api = await testApi({ connectors: [...connectors, probeConnector().connector] });
});
afterAll(() => api.close());

const greet = (key: string, app = api.app): Promise<Answered> =>
  callTool(app, echo, { mensaje: "hola" }, { key });

/** The same service with its clock stopped at an instant. */
function appAt(instant: string) {
  const now = new Date(instant);
  return createApi({ ...api.appDeps, clock: { now: () => new Date(now) } });
}

function times<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, make));
}

const statuses = (answers: Answered[]): Record<string, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([status, list]) => [
      status,
      list?.length ?? 0,
    ]),
  );

describe("a key", () => {
  test("that was revoked is refused by the very next call", async () => {
    const { id, key, keyId } = await api.organization();
    expect((await greet(key)).status).toBe(200);
    await revokeKey(api.contextOf(id), keyId);
    expectRefusal(await greet(key), "unauthorized");
  });

  test("cannot be revoked by a stranger, who learns nothing about it", async () => {
    const { key, keyId } = await api.organization();
    const stranger = api.contextOf((await api.organization()).id);
    const refusedFor = (id: string) =>
      revokeKey(stranger, id).then(
        () => null,
        (error: unknown) => error,
      );
    const refused = await refusedFor(keyId);
    expect(refused).toMatchObject({ code: "forbidden" });
    expect(refused).toEqual(await refusedFor(newId("key", api.clock.now())));
    expect((await greet(key)).status).toBe(200);
  });

  test("of any organization can be revoked by the system", async () => {
    const { key, keyId } = await api.organization();
    await revokeAnyApiKey(api.deps, keyId);
    expectRefusal(await greet(key), "unauthorized");
    await expect(revokeAnyApiKey(api.deps, newId("key", api.clock.now()))).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  test("revoked twice stays revoked since the first time", async () => {
    const { id, keyId } = await api.organization();
    const revokedAt = async () =>
      api.database.owner("select revoked_at from api_keys where id = $1", [keyId]);
    await revokeKey(api.contextOf(id), keyId);
    const first = await revokedAt();
    await revokeKey(api.contextOf(id), keyId);
    expect(first).toEqual([{ revoked_at: expect.any(Date) }]);
    expect(await revokedAt()).toEqual(first);
  });

  test("revoked leaves the organization's other keys alone", async () => {
    const { id, keyId } = await api.organization();
    const other = await api.key(id, ["echo:read"]);
    await revokeKey(api.contextOf(id), keyId);
    expect((await greet(other.key)).status).toBe(200);
  });

  test("expires at its instant, not a millisecond later", async () => {
    const { id } = await api.organization();
    const { key } = await api.key(id, ["echo:read"], "2027-03-01T12:00:00.000Z");
    expect((await greet(key, appAt("2027-03-01T11:59:59.999Z"))).status).toBe(200);
    expectRefusal(await greet(key, appAt("2027-03-01T12:00:00.000Z")), "unauthorized");
  });

  test("shows its last use, to the minute, once the minutes are folded", async () => {
    const { key, keyId } = await api.organization();
    const db = api.database.keeper;
    const at = (instant: string) => ({ ...api.deps, db, clock: { now: () => new Date(instant) } });
    await greet(key, appAt("2027-04-01T12:00:10.000Z"));
    await greet(key, appAt("2027-04-01T12:03:40.000Z"));
    await foldRateWindows(at("2027-04-01T12:14:00.000Z"));
    const lastUse = "select last_used_at from api_keys where id = $1";
    const used = [{ last_used_at: new Date("2027-04-01T12:03:00.000Z") }];
    expect(await api.database.owner(lastUse, [keyId])).toEqual(used);
    await foldRateWindows(at("2027-04-02T12:00:00.000Z"));
    expect(await api.database.owner(lastUse, [keyId])).toEqual(used);
    expect(
      await api.database.owner("select * from rate_windows where credential_id = $1", [keyId]),
    ).toEqual([]);
  });

  test("is nowhere in the database, except as a keyed hash", async () => {
    const { key, keyId } = await api.organization();
    const [row] = await api.database.owner("select * from api_keys where id = $1", [keyId]);
    const kept = Object.values(row ?? {}).map((value) =>
      Buffer.isBuffer(value) ? value.toString("latin1") : JSON.stringify(value),
    );
    expect(kept.length).toBeGreaterThan(8);
    const secret = key.slice("connect_sk_".length, -5);
    expect(kept.filter((text) => text.includes(secret.slice(0, 12)))).toEqual([]);
    expect(row?.["hint"]).toBe(key.slice(-4));
  });
});

describe("the rate of a key", () => {
  test("lets exactly 600 of 700 simultaneous requests through in a minute, and the next minute starts anew", async () => {
    const { key } = await api.organization();
    const app = appAt("2027-05-01T12:00:15.500Z");
    const answers = await times(700, () => greet(key, app));
    expect(statuses(answers)).toEqual({ 200: 600, 429: 100 });

    const refused = await greet(key, app);
    expectRefusal(refused, "rate_limited");
    expect(refused.body.error?.details).toEqual({ limit: 600, retryAfterSeconds: 45 });
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      "retry-after": "45",
      "ratelimit-limit": "600",
      "ratelimit-remaining": "0",
      "ratelimit-reset": "45",
    });

    expectRefusal(await greet(key, appAt("2027-05-01T12:00:59.999Z")), "rate_limited");
    expect((await greet(key, appAt("2027-05-01T12:01:00.000Z"))).status).toBe(200);
  });

  test("is sent with every answer, with what remains", async () => {
    const { key } = await api.organization();
    const app = appAt("2027-05-02T12:00:00.000Z");
    const remaining: (string | null)[] = [];
    for (let n = 0; n < 3; n++) {
      const { headers } = await greet(key, app);
      remaining.push(headers.get("ratelimit-remaining"));
      expect(headers.get("ratelimit-reset")).toBe("60");
    }
    expect(remaining).toEqual(["599", "598", "597"]);
  });

  test("is its own: another key of the organization is not affected", async () => {
    const { id, key } = await api.organization();
    const other = await api.key(id, ["echo:read"]);
    const app = appAt("2027-05-03T12:00:00.000Z");
    await times(601, () => greet(key, app));
    expectRefusal(await greet(key, app), "rate_limited");
    expect((await greet(other.key, app)).status).toBe(200);
  });

  test("is not used up by a revoked or unknown key", async () => {
    const { id, key, keyId } = await api.organization();
    await revokeKey(api.contextOf(id), keyId);
    await times(5, () => greet(key));
    const windows = "select * from rate_windows where credential_id = $1";
    expect(await api.database.owner(windows, [keyId])).toEqual([]);
  });
});
