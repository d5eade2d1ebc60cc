import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bounds } from "#lib/identity/index.ts";
import { callTool, type Answered, type TestOrganization } from "#tests/support/scenes/api.ts";
import { plantMember } from "#tests/support/scenes/grants.ts";
import { webhookScene, webhookScopes, type WebhookScene } from "#tests/support/scenes/webhooks.ts";

/* One key fills the service with links, endpoints and keys. Concurrent calls cannot exceed a limit. */

let scene: WebhookScene;
beforeAll(async () => {
  scene = await webhookScene();
});
afterAll(() => scene.close());

const makeLink = ({ key }: { key: string }, input: Record<string, unknown> = {}) =>
  callTool(
    scene.app,
    "conexiones.enlace.crear",
    { sistema: "banco_a", modo: "crear", ...input },
    { key },
  );

/** Several at a time, like a script with that many connections. */
async function atOnce<T>(count: number, make: (place: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let place = 0; place < count; place += width) {
    const places = Array.from({ length: Math.min(width, count - place) }, (_, n) => place + n);
    made.push(...(await Promise.all(places.map(make))));
  }
  return made;
}

const width = 6;

const countOf = (statuses: readonly number[], status: number): number =>
  statuses.filter((one) => one === status).length;

const fieldsOf = ({ body }: Answered) => body.error?.details;

describe("links", () => {
  test("no more can be open than the limit, until one is annulled or expires", async () => {
    const owner = await scene.organization();
    const answers = await atOnce(bounds.openLinks + 4, () =>
      makeLink(owner, { expiraEnMinutos: 10 }),
    );
    const statuses = answers.map(({ status }) => status);
    expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([bounds.openLinks, 4]);

    const refused = await makeLink(owner);
    expect(refused.body.error).toMatchObject({ code: "rate_limited" });
    expect(fieldsOf(refused)).toMatchObject({ bound: "open_links", limit: bounds.openLinks });
    const seconds = Number(refused.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(9 * 60);
    expect(seconds).toBeLessThanOrEqual(10 * 60);
    // The fix can be sent as it is, and leads to one that can be annulled.
    const fix = fieldsOf(refused)?.["fix"] as { tool_id: string; input: unknown };
    const listed = await callTool(scene.app, fix.tool_id, fix.input, owner);
    const { data = {} } = listed.body;
    const [first] = data["enlaces"] as { enlaceId: string }[];
    await callTool(scene.app, "conexiones.enlace.anular", { enlaceId: first?.enlaceId }, owner);
    expect((await makeLink(owner)).status).toBe(200);
    expect((await makeLink(owner)).status).toBe(429);
    expect((await makeLink(await scene.organization())).status).toBe(200);
    scene.advance(10 * 60_000);
    expect((await makeLink(owner)).status).toBe(200);
  });

  test("no more can be made in a day than the limit", async () => {
    const owner = await scene.organization();
    const { enlaceId } = (await makeLink(owner)).body.data ?? {};
    const copies = `insert into links (id, organization_id, connector, mode, alcances, token_hash,
        state, created_by_kind, created_by_id, created_at, expires_at)
      select 'cs_' || n, organization_id, connector, mode, alcances, sha256(n::text::bytea),
        'annulled', created_by_kind, created_by_id, created_at, expires_at
      from links, generate_series(1, $2::int) n where id = $1`;
    await scene.database.owner(copies, [enlaceId, bounds.linksPerDay - 2]);
    const last = await atOnce(width, () => makeLink(owner));
    const statuses = last.map(({ status }) => status);
    expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([1, width - 1]);
    const refused = await makeLink(owner);
    expect(fieldsOf(refused)).toMatchObject({ bound: "links_per_day", limit: bounds.linksPerDay });
    const seconds = Number(refused.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(23 * 3600);
    scene.advance(seconds * 1000);
    expect((await makeLink(owner)).status).toBe(200);
  });
});

test("no more endpoints can be enabled than the limit, whether new or enabled again", async () => {
  const owner = await scene.owner();
  const make = (place: number) =>
    scene.send("POST", "/v1/webhooks", owner.key, {
      url: `https://${scene.server.host}/in/uno-${place}`,
      event_types: ["sync.succeeded"],
    });
  const answers = await atOnce(bounds.enabledEndpoints + 4, make);
  const statuses = answers.map(({ status }) => status);
  expect([countOf(statuses, 201), countOf(statuses, 400)]).toEqual([bounds.enabledEndpoints, 4]);
  const issue = { path: ["url"], code: "not_allowed" };
  expect(fieldsOf(await make(90))).toMatchObject({
    issues: [issue],
    limit: bounds.enabledEndpoints,
  });

  const made = answers.flatMap(({ body }) => (body.data?.["id"] as string | undefined) ?? []);
  const path = `/v1/webhooks/${made[0]}`;
  const change = (body: unknown) => scene.send("PATCH", path, owner.key, body);
  expect((await change({ enabled: true })).status).toBe(200);
  expect((await change({ enabled: false })).status).toBe(200);
  expect((await make(91)).status).toBe(201);
  expect(fieldsOf(await change({ enabled: true }))).toMatchObject({
    issues: [{ path: ["enabled"], code: "not_allowed" }],
  });
});

test("no more endpoints are made than the limit, however many are disabled, and those can be used again", async () => {
  const owner = await scene.owner();
  const { id } = await scene.endpoint(owner, "la-primera");
  const path = `/v1/webhooks/${id}`;
  expect((await scene.send("DELETE", path, owner.key)).status).toBe(200);
  const copies = `insert into webhook_endpoints (organization_id, id, url, event_types, secret,
      consecutive_failures, disabled_at, disabled_reason, created_at)
    select organization_id, left(id, -6) || lpad(n::text, 6, '0'), url, event_types, secret, 0,
      disabled_at, disabled_reason, created_at
    from webhook_endpoints, generate_series(1, $2::int) n where id = $1`;
  await scene.database.owner(copies, [id, bounds.endpoints - 2]);
  const url = `https://${scene.server.host}/in/otra`;
  const made = await atOnce(width, () => scene.send("POST", "/v1/webhooks", owner.key, { url }));
  const statuses = made.map(({ status }) => status);
  expect([countOf(statuses, 201), countOf(statuses, 400)]).toEqual([1, width - 1]);
  const refused = await scene.send("POST", "/v1/webhooks", owner.key, { url });
  expect(fieldsOf(refused)).toMatchObject({
    issues: [{ path: ["url"], code: "not_allowed" }],
    limit: bounds.endpoints,
  });
  const again = await scene.send("PATCH", path, owner.key, { url, enabled: true });
  expect(again.body.data).toMatchObject({ url, enabled: true });
});

test("no more mails tell of disabled endpoints in a day than the limit, however often a key breaks one", async () => {
  const owner = await scene.owner();
  await plantMember(scene.database, owner.id, { role: "owner" });
  const { id } = await scene.endpoint(owner, "siempre-falla");
  scene.program("siempre-falla", [], 410);
  for (let n = 0; n < 5; n += 1) await scene.emit(owner);
  const path = `/v1/webhooks/${id}`;
  const mails = async () => {
    const count = "select count(*)::int as n from outbox where organization_id = $1 and kind = $2";
    return (await scene.database.owner(count, [owner.id, "endpoint_disabled"]))[0]?.["n"];
  };
  const breakIt = async () => {
    await scene.drain();
    const [first] = await scene.deliveries(owner, id);
    expect(first).toMatchObject({ status: "failed" });
    expect((await scene.send("GET", "/v1/webhooks", owner.key)).body.data).toMatchObject([
      { id, enabled: false },
    ]);
  };
  await breakIt();
  for (let time = 1; time < bounds.disablementsMailed + 3; time += 1) {
    await scene.send("PATCH", path, owner.key, { enabled: true });
    for (const delivery of await scene.deliveries(owner, id))
      await scene.send("POST", `${path}/deliveries/${delivery.id}/resend`, owner.key);
    await breakIt();
  }
  expect(await mails()).toBe(bounds.disablementsMailed);
});

test("no more keys can be live than the limit; expired ones do not count", async () => {
  const owner: TestOrganization = await scene.organization();
  const soon = new Date(scene.clock.now().getTime() + 60_000).toISOString();
  // The organization has one already.
  const tries = await Promise.allSettled(
    Array.from({ length: bounds.liveApiKeys + 2 }, () => scene.key(owner.id, webhookScopes, soon)),
  );
  const refused = tries.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(3);
  await expect(scene.key(owner.id, [])).rejects.toMatchObject({
    code: "forbidden",
    details: { limit: bounds.liveApiKeys },
  });
  scene.advance(60_001);
  await scene.key(owner.id, []);
});
