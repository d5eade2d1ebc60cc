import { randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { masterKeys } from "#infra/server/master-keys.ts";
import { withTx } from "#lib/db/context.ts";
import { createSender } from "#lib/egress/index.ts";
import { addMember } from "#lib/identity/people/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { Keys } from "#lib/platform/keys.ts";
import { createKmsKeys } from "#lib/platform/kms-keys.ts";
import { createVault } from "#lib/vault/index.ts";
import { startKmsServer, wrappingKeys } from "#tests/support/aws/kms-server.ts";
import { flood } from "#tests/support/scenes/webhook-flood.ts";
import { webhookScene, type Owner, type WebhookScene } from "#tests/support/scenes/webhooks.ts";
import type { DeliveryResult } from "./attempt.ts";
import { claimDeliveries, type ClaimedDelivery } from "./claim.ts";
import { drainDeliveries } from "./drain.ts";
import { drainLimits, failuresToDisable, leaseMs } from "./policy.ts";
import { recordResults, UntoldDisablement } from "./record.ts";

let scene: WebhookScene;
let owner: Owner;
beforeAll(async () => {
  scene = await webhookScene();
});
afterAll(() => scene.close());

type Outcome = "delivered" | "failed" | "pending";

let endpointId: string;
beforeEach(async () => {
  await newEndpoint();
});

/** In its own organization, since one may only have so many. */
async function newEndpoint(): Promise<void> {
  owner = await scene.owner();
  endpointId = (await scene.endpoint(owner, "cuenta")).id;
}

async function claimed(count: number): Promise<ClaimedDelivery[]> {
  await flood(scene, [{ organizationId: owner.id, endpointId }], count);
  return claimDeliveries(scene.deps, [{ endpointId, slots: count }]);
}

function resultOf(delivery: ClaimedDelivery, status: Outcome): DeliveryResult {
  const { organizationId, id, token } = delivery;
  const error = status === "delivered" ? null : `reason of ${id}`;
  const nextAttemptAt = status === "pending" ? scene.clock.now() : null;
  const attempt = { responseStatus: null, durationMs: 1, attemptedAt: scene.clock.now(), error };
  const next = { status, nextAttemptAt, previousUntil: null, signAgainAt: null };
  return { organizationId, endpointId, id, token, ...next, ...attempt };
}

async function counters() {
  const { body } = await scene.send("GET", `/v1/webhooks/${endpointId}`, owner.key);
  return body.data ?? {};
}

/** What the specification says, one result after another. */
function expected(batches: Outcome[][]) {
  let failures = 0;
  let disabled = false;
  for (const outcome of batches.flat()) {
    if (outcome === "delivered") failures = 0;
    if (outcome === "failed") failures += 1;
    if (failures >= failuresToDisable) disabled = true;
  }
  return { consecutive_failures: failures, enabled: !disabled };
}

describe("the counter of consecutive failures", () => {
  const outcomes = fc.constantFrom<Outcome>("failed", "failed", "failed", "delivered", "pending");
  const histories = fc.array(fc.array(outcomes, { minLength: 1, maxLength: 9 }), {
    minLength: 1,
    maxLength: 4,
  });

  test("is as if recorded one result after another, however they are batched", async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (batches) => {
        await newEndpoint();
        for (const batch of batches) {
          const deliveries = await claimed(batch.length);
          const results = deliveries.map((one, at) => resultOf(one, batch[at] ?? "pending"));
          expect(await recordResults(scene.deps, results)).toMatchObject({ results: batch.length });
          // A delivery that waits for its next attempt must not be claimed by the next batch.
          await scene.database.owner(
            "update webhook_deliveries set next_attempt_at = now() + interval '9 days' where status = 'pending'",
          );
        }
        const succeeded = batches.flat().includes("delivered");
        expect(await counters()).toMatchObject({
          ...expected(batches),
          last_success_at: succeeded ? expect.any(String) : null,
        });
      }),
      { numRuns: 40, seed: 20_261_121 },
    );
  });

  test("loses nothing when two drains record at once", async () => {
    const deliveries = await claimed(200);
    const batches = Array.from({ length: 20 }, (_, n) => deliveries.slice(n * 10, n * 10 + 10));
    await Promise.all(
      batches.map((batch) =>
        recordResults(
          scene.deps,
          batch.map((one) => resultOf(one, "failed")),
        ),
      ),
    );
    expect(await counters()).toMatchObject({ consecutive_failures: 200, enabled: false });
  });

  test("does not change for results that came too late", async () => {
    const [one] = await claimed(1);
    if (one === undefined) throw new TypeError("one was claimed");
    scene.advance(60_000);
    const [again] = await claimDeliveries(scene.deps, [{ endpointId, slots: 1 }]);
    expect(again).toMatchObject({ id: one.id, token: one.token + 1, attempts: 2 });
    const late = await recordResults(scene.deps, [resultOf(one, "failed")]);
    expect(late).toEqual({ results: 0, disabled: [] });
    expect(await counters()).toMatchObject({ consecutive_failures: 0 });
    if (again) await recordResults(scene.deps, [resultOf(again, "delivered")]);
    expect(await recordResults(scene.deps, [resultOf(one, "failed")])).toMatchObject({
      results: 0,
    });
    expect(await scene.deliveries(owner, endpointId)).toMatchObject([{ status: "delivered" }]);
  });
});

test("a result recorded again after a lost answer does not end a delivery resent since", async () => {
  const [one] = await claimed(1);
  if (one === undefined) throw new TypeError("one was claimed");
  const failed = [resultOf(one, "failed")];
  expect(await recordResults(scene.deps, failed)).toMatchObject({ results: 1 });
  const path = `/v1/webhooks/${endpointId}/deliveries/${one.id}/resend`;
  expect(await scene.send("POST", path, owner.key)).toMatchObject({ status: 200 });
  // The answer to the first recording was lost, so the drain records again.
  expect(await recordResults(scene.deps, failed)).toEqual({ results: 0, disabled: [] });
  const [resent] = await scene.deliveries(owner, endpointId);
  expect(resent).toMatchObject({ status: "pending", attempts: 0 });
  expect(resent?.attempts_detail).toHaveLength(1);
  expect(await counters()).toMatchObject({ consecutive_failures: 1 });
});

test("an endpoint that a person disabled stays disabled by that person", async () => {
  await scene.send("DELETE", `/v1/webhooks/${endpointId}`, owner.key);
  const before = await counters();
  const deliveries = await claimed(6);
  await recordResults(
    scene.deps,
    deliveries.map((one) => resultOf(one, "failed")),
  );
  expect(await counters()).toEqual({ ...before, consecutive_failures: 6 });
});

test("enabling an endpoint that is disabled starts its count anew, and nothing else does", async () => {
  const change = (enabled: boolean) =>
    scene.send("PATCH", `/v1/webhooks/${endpointId}`, owner.key, { enabled });
  const fail = async (count: number) =>
    recordResults(
      scene.deps,
      (await claimed(count)).map((one) => resultOf(one, "failed")),
    );
  await fail(4);
  await change(true);
  expect(await counters()).toMatchObject({ enabled: true, consecutive_failures: 4 });
  await fail(1);
  await change(false);
  expect(await counters()).toMatchObject({ enabled: false, disabled_reason: "automatic" });
  await change(true);
  expect(await counters()).toMatchObject({ enabled: true, consecutive_failures: 0 });
});

test("the detail of an automatic disablement is the last failure's reason", async () => {
  const deliveries = await claimed(5);
  const results = deliveries.map((one) => resultOf(one, "failed"));
  expect(await recordResults(scene.deps, results)).toEqual({ results: 5, disabled: [endpointId] });
  expect(await counters()).toMatchObject({
    enabled: false,
    disabled_reason: "automatic",
    disabled_detail: results.at(-1)?.error,
  });
});

test("the key that seals the mails of a disablement is requested before rows are locked", async () => {
  const keys = masterKeys(randomBytes(32));
  let open = 0;
  const asked: number[] = [];
  const newDataKey: Keys["newDataKey"] = (context) => {
    asked.push(open);
    return keys.newDataKey(context);
  };
  const { db, clock } = scene.deps;
  const transaction: typeof db.transaction = async (...given) => {
    open += 1;
    return db.transaction(...given).finally(() => (open -= 1));
  };
  const vault = createVault({ ...keys, newDataKey }, clock);
  await withReader(owner);
  const deliveries = await claimed(failuresToDisable);
  const results = deliveries.map((one) => resultOf(one, "failed"));
  const recorded = await recordResults(
    { ...scene.deps, db: { ...db, transaction }, vault },
    results,
  );
  expect(recorded.disabled).toEqual([endpointId]);
  expect(asked).toEqual([0]);
  expect(await toldOf(owner)).toEqual([{ kind: "endpoint_disabled" }]);
});

async function withReader({ id }: Owner): Promise<void> {
  const person = { userId: `usr_${id}`, email: "ana@maule.example", name: "Ana" };
  await withTx(scene.contextOf(id), (tx) => addMember(tx, id, person, { role: "owner" }));
}

const toldOf = ({ id }: Owner) =>
  scene.database.owner("select kind from outbox where organization_id = $1", [id]);

test("a key service that never answers delays others' results by seconds", async () => {
  const hung = await startKmsServer(wrappingKeys());
  hung.mishaps.push(...Array.from({ length: 9 }, () => ({ kind: "silent" }) as const));
  const { endpoint } = hung;
  const keys = createKmsKeys({ keyId: "alias/hung", region: "us-east-1", endpoint });
  const vault = createVault(keys, scene.clock);
  const [refused] = await claimed(1);
  const failed = refused === undefined ? [] : [resultOf(refused, "failed")];
  await newEndpoint();
  const others = (await claimed(3)).map((one) => resultOf(one, "delivered"));
  const begun = performance.now();
  const recorded = await recordResults({ ...scene.deps, vault }, [...failed, ...others]);
  expect(performance.now() - begun).toBeLessThan(7_000);
  expect(recorded).toEqual({ results: 4, disabled: [] });
  await hung.close();
});

test("a disablement that nobody can be told of waits, and undoes no other result", async () => {
  const other = await scene.owner();
  await withReader(owner);
  const refusing = await scene.endpoint(owner, "rechaza");
  scene.program("rechaza", [], 404);
  const healthy = [
    { of: owner, name: "sana", ...(await scene.endpoint(owner, "sana")) },
    { of: other, name: "ajena", ...(await scene.endpoint(other, "ajena")) },
  ];
  for (let n = 0; n < failuresToDisable; n += 1) {
    await scene.emit(owner);
    await scene.emit(other);
  }
  const away = () => Promise.reject(new AppError("service_unavailable"));
  const vault = { ...scene.deps.vault, prepare: away, seal: away };
  const sender = createSender({ maxSocketsPerEndpoint: drainLimits.perEndpoint });
  const stateOf = async () =>
    (await scene.send("GET", `/v1/webhooks/${refusing.id}`, owner.key)).body.data;

  for (let lease = 0; lease < 2; lease += 1) {
    const drained = drainDeliveries({ ...scene.deps, sender, vault }, () => 60_000);
    await expect(drained).rejects.toThrow(UntoldDisablement);
    for (const { of, id, name } of healthy) {
      expect(scene.received(name)).toHaveLength(failuresToDisable);
      const deliveries = await scene.deliveries(of, id);
      expect(deliveries.map(({ status }) => status)).toEqual(
        Array.from({ length: failuresToDisable }, () => "delivered"),
      );
    }
    expect(await stateOf()).toMatchObject({ enabled: true });
    expect(await toldOf(owner)).toEqual([]);
    scene.advance(leaseMs);
  }

  await scene.drain();
  expect(await stateOf()).toMatchObject({ enabled: false, consecutive_failures: 5 });
  expect(await toldOf(owner)).toEqual([{ kind: "endpoint_disabled" }]);
});
