import { createSender } from "#lib/egress/index.ts";
import type { Owner, WebhookScene } from "#tests/support/scenes/webhooks.ts";
import { attemptDelivery } from "../attempt.ts";
import { busyEndpoints } from "../claim.ts";
import { claimDeliveries } from "../claim.ts";
import { EndpointSecrets } from "../secrets.ts";

/** Small and fast; the same numbers for the same seed. */
export function randomFrom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (share: number) => next() < share,
    pick: <T>(items: readonly T[]): T => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError("nothing to pick from");
      return item;
    },
  };
}
export type Random = ReturnType<typeof randomFrom>;

export interface LivingEndpoint {
  id: string;
  name: string;
  owner: Owner;
  /** Every secret that it ever had. */
  secrets: string[];
}

export interface Life {
  owners: Owner[];
  endpoints: LivingEndpoint[];
  /** Each event with the endpoints that were enabled when it happened. */
  events: { id: string; owner: Owner; wanted: string[] }[];
  /** Deliveries that were resent since the last check. */
  resent: Set<string>;
}

export async function newLife(scene: WebhookScene, prefix: string): Promise<Life> {
  const owners = [await scene.owner(), await scene.owner()];
  const endpoints: LivingEndpoint[] = [];
  for (const [index, owner] of [...owners, ...owners].entries()) {
    const name = `${prefix}-${index}`;
    const { id, secret } = await scene.endpoint(owner, name);
    endpoints.push({ id, name, owner, secrets: [secret] });
  }
  return { owners, endpoints, events: [], resent: new Set() };
}

const answers = [200, 204, 500, 503, 429, 410, 400, 301, "reset", "timeout"] as const;
const waits = [1_000, 61_000, 301_000, 1_801_000, 7_201_000, 21_601_000];
export const limits = { attemptMs: 60, closingMs: 100, concurrency: 16 };

type Step = (scene: WebhookScene, life: Life, random: Random) => Promise<unknown>;

/** What clients, receivers, schedulers and crashes do to the service. */
const steps: Record<string, Step> = {
  async emit(scene, life, random) {
    const owner = random.pick(life.owners);
    const rows = await scene.database.owner(
      "select id from webhook_endpoints where organization_id = $1 and disabled_at is null",
      [owner.id],
    );
    const id = await scene.emit(owner);
    life.events.push({ id, owner, wanted: rows.map((row) => String(row["id"])) });
  },
  async answer(scene, life, random) {
    const { name } = random.pick(life.endpoints);
    const list = Array.from({ length: random.below(4) }, () => random.pick(answers));
    scene.program(name, list, random.pick(answers));
  },
  wait: async (scene, _life, random) => scene.advance(random.pick(waits)),
  drain: (scene, _life, random) =>
    Promise.all(Array.from({ length: 1 + random.below(3) }, () => scene.drain(limits))),
  async roll(scene, life, random) {
    const { id, owner, secrets } = random.pick(life.endpoints);
    const { body } = await scene.send("POST", `/v1/webhooks/${id}/roll-secret`, owner.key);
    secrets.push(String(body.data?.["secret"]));
  },
  disable: (scene, life, random) => {
    const { id, owner } = random.pick(life.endpoints);
    return scene.send("DELETE", `/v1/webhooks/${id}`, owner.key);
  },
  enable: (scene, life, random) => {
    const { id, owner } = random.pick(life.endpoints);
    return scene.send("PATCH", `/v1/webhooks/${id}`, owner.key, { enabled: true });
  },
  async resend(scene, life, random) {
    const { id, owner } = random.pick(life.endpoints);
    const list = await scene.deliveries(owner, id);
    if (list.length === 0) return;
    const delivery = random.pick(list);
    const path = `/v1/webhooks/${id}/deliveries/${delivery.id}/resend`;
    const { status } = await scene.send("POST", path, owner.key);
    if (status === 200) life.resent.add(delivery.id);
  },
  /** A drain that dies with its claims: before it sent them, or after. */
  async crash(scene, _life, random) {
    const busy = await busyEndpoints(scene.deps);
    if (busy.length === 0) return;
    const asked = busy.map((endpointId) => ({ endpointId, slots: 1 + random.below(2) }));
    const claimed = await claimDeliveries(scene.deps, asked);
    if (random.chance(0.5)) return;
    const sender = createSender();
    const ctx = { ...scene.deps, sender, secrets: new EndpointSecrets(scene.deps.vault) };
    await Promise.all(claimed.map((one) => attemptDelivery(ctx, one, limits.attemptMs)));
    sender.closeIdle();
  },
};

const weighted = Object.entries({
  emit: 6,
  answer: 4,
  wait: 5,
  drain: 7,
  roll: 1,
  disable: 1,
  enable: 2,
  resend: 2,
  crash: 2,
}).flatMap(([name, weight]) => Array.from({ length: weight }, () => name));

/** Does one thing, and returns its name. */
export async function live(scene: WebhookScene, life: Life, random: Random): Promise<string> {
  const name = random.pick(weighted);
  await steps[name]?.(scene, life, random);
  return name;
}
