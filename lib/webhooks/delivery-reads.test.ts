import { afterAll, beforeAll, expect, test } from "vitest";
import { withTx } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { webhookScene, type Owner, type WebhookScene } from "#tests/support/scenes/webhooks.ts";
import { findDelivery } from "./find-delivery.ts";
import { listAllDeliveries } from "./list-all-deliveries.ts";
import { listDeliveries } from "./list-deliveries.ts";

/* What a list costs must not grow with what was sent: it is counted how many deliveries are read for it. */

const many = 20_000;
const few = 300;
const limit = 20;
/** Three endpoints, each with the one that shows that there are more. */
const mostRead = 3 * (limit + 1);

let scene: WebhookScene;
let owner: Owner;
let healthy: string;
let failing: string;
beforeAll(async () => {
  scene = await webhookScene();
  owner = await scene.owner();
  ({ id: healthy } = await scene.endpoint(owner, "sano"));
  ({ id: failing } = await scene.endpoint(owner, "roto"));
  await scene.endpoint(owner, "callado");
  await plant(healthy, many, "delivered");
  await plant(failing, few, "failed");
  await scene.database.owner("analyze webhook_deliveries; analyze webhook_events");
});
afterAll(() => scene.close());

const idOf = (kind: string, endpoint: string, n: string) =>
  `'${kind}_' || lpad(${n}::text, 18, '0') || right('${endpoint}', 8)`;

/** Ended deliveries of one endpoint, each of its own event. */
async function plant(endpoint: string, count: number, status: string): Promise<void> {
  await scene.database.owner(
    `with event as (
       insert into webhook_events (organization_id, id, type, body, created_at)
       select $1, ${idOf("whev", endpoint, "n")}, 'sync.succeeded', '{}', now()
       from generate_series(1, $3::int) n returning id
     )
     insert into webhook_deliveries (organization_id, endpoint_id, id, event_id, status, attempts,
       token, created_at, updated_at)
     select $1, $2, replace(id, 'whev_', 'whd_'), id, $4, 1, 1, now(), now() from event`,
    [owner.id, endpoint, count, status],
  );
}

const readSoFar: Statement = {
  name: "tests.deliveries_read",
  repeatable: true,
  text: `select (seq_scan * 1000000 + coalesce(idx_tup_fetch, 0))::int as rows
    from pg_stat_xact_user_tables where relname = 'webhook_deliveries'`,
};

type Ctx = ReturnType<WebhookScene["contextOf"]>;

/** How many deliveries are read for this; a table that is read through counts as a million. */
async function readBy(list: (ctx: Ctx) => Promise<unknown>): Promise<number> {
  const ctx = scene.contextOf(owner.id);
  return withTx(ctx, async (tx) => {
    const rows = async () => (await tx.db.run<{ rows: number }>(readSoFar, []))[0]?.rows ?? 0;
    const before = await rows();
    await list({ ...ctx, db: { ...ctx.db, transaction: (_organization, work) => work(tx.db) } });
    return (await rows()) - before;
  });
}

type Filter = Parameters<typeof listAllDeliveries>[1];

test.each<[string, () => Filter]>([
  ["everything", () => ({})],
  ["failures", () => ({ status: "failed" })],
  ["what waits", () => ({ status: "pending" })],
  ["one endpoint", () => ({ endpointId: healthy })],
  ["one endpoint's failures", () => ({ endpointId: failing, status: "failed" })],
  ["one event", () => ({ id: `whev_${"7".padStart(18, "0")}${failing.slice(-8)}` })],
])("a list of %s reads no more than it may show", async (_, filter) => {
  const read = await readBy((ctx) => listAllDeliveries(ctx, filter(), { limit }));
  expect(read).toBeLessThanOrEqual(mostRead);
});

test("nor does a page in the middle, a list of one endpoint, or a look at one delivery", async () => {
  const after = `whd_${String(many / 2).padStart(18, "0")}00000000`;
  const page = await readBy((ctx) => listAllDeliveries(ctx, {}, { limit, after }));
  expect(page).toBeLessThanOrEqual(mostRead);
  const { cursors } = scene.appDeps;
  const listed = await readBy((ctx) => listDeliveries({ ...ctx, cursors }, healthy, { limit }));
  expect(listed).toBeLessThanOrEqual(mostRead);
  const id = `whd_${"7".padStart(18, "0")}${healthy.slice(-8)}`;
  expect(await readBy((ctx) => findDelivery(ctx, id))).toBeLessThanOrEqual(3);
});
