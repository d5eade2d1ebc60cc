import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyWebhook } from "#lib/client/verify-webhook.ts";
import { webhookScene, type WebhookScene } from "#tests/support/scenes/webhooks.ts";
import { limits, live, newLife, randomFrom, type Life } from "./testing/random-life.ts";

const seed = Number(process.env["WEBHOOKS_SEED"] ?? 20_261_121);
const runs = Number(process.env["WEBHOOKS_RUNS"] ?? 8);
const stepsEach = 60;

let scene: WebhookScene;
beforeAll(async () => {
  scene = await webhookScene();
  process.stdout.write(`webhooks: WEBHOOKS_SEED=${seed} WEBHOOKS_RUNS=${runs}\n`);
});
afterAll(() => scene.close());

interface Row {
  id: string;
  endpoint: string;
  event: string;
  status: string;
  attempts: number;
  token: number;
  next: Date | null;
  history: number;
  delivered: number;
}

async function rowsOf(life: Life): Promise<Map<string, Row>> {
  const rows = (await scene.database.owner(
    `select d.id, d.endpoint_id as endpoint, d.event_id as event, d.status, d.attempts, d.token,
      d.next_attempt_at as next, count(a.token)::int as history,
      (count(*) filter (where a.response_status between 200 and 299))::int as delivered
     from webhook_deliveries d left join webhook_attempts a on a.delivery_id = d.id
     where d.organization_id = any($1) group by 1, 2, 3, 4, 5, 6, 7`,
    [life.owners.map(({ id }) => id)],
  )) as unknown as Row[];
  return new Map(rows.map((row) => [row.id, row]));
}

/** What must hold for every delivery, whatever happened to it. */
function checkRow(row: Row, before: Row | undefined, wasResent: boolean): void {
  const open = row.status === "pending" || row.status === "delivering";
  expect(row.attempts).toBeLessThanOrEqual(6);
  expect(row.next === null, "only what is open has a next attempt").toBe(!open);
  if (row.status === "pending") expect(row.attempts).toBeLessThan(6);
  if (row.status === "delivering") expect(row.attempts).toBeGreaterThan(0);
  if (row.status === "delivered") expect(row.delivered).toBeGreaterThan(0);
  // Every claim is recorded, except one that is still held.
  const held = row.status === "delivering" ? 1 : 0;
  expect(row.history).toBe(row.token - held);
  if (before === undefined) return;
  expect(row.token).toBeGreaterThanOrEqual(before.token);
  expect(row.history).toBeGreaterThanOrEqual(before.history);
  if (wasResent) return;
  expect(row.attempts).toBeGreaterThanOrEqual(before.attempts);
  const hadEnded = before.status === "delivered" || before.status === "failed";
  if (hadEnded) expect(row).toEqual(before);
}

async function checkEndpoints(life: Life): Promise<void> {
  for (const { id, owner } of life.endpoints) {
    const { body } = await scene.send("GET", `/v1/webhooks/${id}`, owner.key);
    const endpoint = body.data ?? {};
    const automatic = endpoint["disabled_reason"] === "automatic";
    expect(endpoint["enabled"]).toBe(endpoint["disabled_at"] === null);
    if (endpoint["enabled"] === true) expect(endpoint["consecutive_failures"]).toBeLessThan(5);
    expect(typeof endpoint["disabled_detail"] === "string").toBe(automatic);
  }
}

/**
 * Each event exactly once to each endpoint that wanted it, signed with a secret of that endpoint.
 */
async function checkReceived(life: Life, rows: Map<string, Row>): Promise<number> {
  let checked = 0;
  for (const endpoint of life.endpoints) {
    const own = [...rows.values()].filter((row) => row.endpoint === endpoint.id);
    const wanted = life.events.filter((event) => event.wanted.includes(endpoint.id));
    expect(own.map(({ event }) => event).toSorted()).toEqual(wanted.map(({ id }) => id).toSorted());
    const requests = scene.received(endpoint.name);
    for (const { headers, body } of requests) {
      const now = new Date(Number(headers["webhook-timestamp"]) * 1000);
      const event = await verifyWebhook(body, headers, endpoint.secrets, { now });
      expect(own.map((row) => row.event)).toContain(event.id);
      expect(headers["webhook-signature"]?.split(" ").length).toBeLessThanOrEqual(2);
      checked += 1;
    }
    for (const row of own) {
      const sent = requests.filter(({ headers }) => headers["webhook-id"] === row.event).length;
      expect(sent).toBeLessThanOrEqual(row.token);
      if (row.status === "delivered") expect(sent).toBeGreaterThan(0);
    }
  }
  return checked;
}

test.each(Array.from({ length: runs }, (_, run) => run))(
  "run %i: every delivery follows the table of states and ends",
  async (run) => {
    const random = randomFrom(seed + run);
    const life = await newLife(scene, `run${run}`);
    let before = await rowsOf(life);
    const done: string[] = [];
    for (let step = 0; step < stepsEach; step++) {
      done.push(await live(scene, life, random));
      const rows = await rowsOf(life);
      for (const id of before.keys()) expect(rows.has(id), "nothing is ever deleted").toBe(true);
      for (const row of rows.values()) {
        checkRow(row, before.get(row.id), life.resent.has(row.id));
      }
      await checkEndpoints(life);
      before = rows;
      life.resent.clear();
    }
    expect(new Set(done).size, done.join()).toBeGreaterThanOrEqual(7);

    // Time passes and everybody answers: open deliveries end, within their attempts.
    for (const { name } of life.endpoints) scene.program(name, [], 200);
    for (let hours = 0; hours < 40; hours += 6.1) {
      scene.advance(6.1 * 3_600_000);
      await scene.drain(limits);
    }
    const rows = await rowsOf(life);
    const states = new Set([...rows.values()].map(({ status }) => status));
    expect([...states].filter((state) => !["delivered", "failed"].includes(state))).toEqual([]);
    expect(await checkReceived(life, rows)).toBeGreaterThan(0);
  },
  60_000,
);
