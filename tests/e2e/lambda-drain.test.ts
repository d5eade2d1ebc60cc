import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyWebhook } from "#lib/client/verify-webhook.ts";
import { emitEvent } from "#lib/webhooks/index.ts";
import { withTx } from "#lib/db/context.ts";
import { newCaller, type Caller } from "#tests/support/lambda/callers.ts";
import { deploy, type Deployment } from "#tests/support/lambda/deployment.ts";
import { scheduleEvent } from "#tests/support/lambda/events.ts";
import { publicReceiver, type PublicReceiver } from "#tests/support/lambda/receiver.ts";

let receiver: PublicReceiver;
let deployment: Deployment;
let caller: Caller;
let secret: string;
beforeAll(async () => {
  receiver = await publicReceiver();
  deployment = await deploy({ functions: ["api", "drain-deliveries"], env: receiver.env });
  caller = await newCaller(deployment);
  const made = await caller.request("POST", "/v1/webhooks", { url: `${receiver.url}/in/mine` });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  secret = String(made.body.data?.["secret"]);
});
afterAll(async () => {
  await deployment.close();
  await receiver.close();
});

/** Records an event of the organization; returns its id. */
function somethingHappens(): Promise<string> {
  return withTx(deployment.api.contextOf(caller.id), (tx) =>
    emitEvent(tx, {
      organizationId: caller.id,
      type: "connect_session.consumed",
      connectionId: null,
      data: {
        session: { id: "cs_prueba" },
        connection: { id: "conn_prueba", connector: "banco_a" },
        verified: true,
        consumed_at: deployment.clock.now().toISOString(),
      },
    }),
  );
}

const drain = (): Promise<unknown> =>
  deployment.lambda("drain-deliveries").invoke(scheduleEvent(deployment.clock.now()));

test("a drain delivers what is due, signed, to the checked address", async () => {
  const id = await somethingHappens();
  const report = await drain();
  expect(report).toEqual({ claimed: 1, delivered: 1, retried: 0, failed: 0, outdated: 0 });
  const [delivery] = receiver.delivered.splice(0);
  const { headers, body, path } = delivery ?? { headers: {}, body: "", path: "" };
  expect(path).toBe("/in/mine");
  const verified = { now: deployment.clock.now() };
  expect(await verifyWebhook(Buffer.from(body), headers, secret, verified)).toMatchObject({ id });
  expect(await drain()).toMatchObject({ claimed: 0 });
  expect(receiver.delivered).toEqual([]);
});

test("frozen for an hour, its sockets cut, the same process delivers again", async () => {
  const { pid } = deployment.lambda("drain-deliveries");
  deployment.sockets.cut();
  deployment.clock.advance(3_600_000);
  await somethingHappens();
  expect(await drain()).toMatchObject({ claimed: 1, delivered: 1 });
  expect(receiver.delivered.splice(0)).toHaveLength(1);
  expect(deployment.lambda("drain-deliveries").pid).toBe(pid);
});
