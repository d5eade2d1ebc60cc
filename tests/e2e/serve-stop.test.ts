import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { flood } from "#tests/support/scenes/webhook-flood.ts";
import { publicReceiver, type PublicReceiver } from "#tests/support/lambda/receiver.ts";
import { ownCluster, type OwnCluster } from "#tests/support/databases/own-cluster.ts";
import { testQueue } from "#tests/support/servers/test-queue.ts";
import {
  agentAt,
  bundledServe,
  serveEnv,
  startServe,
  type Program,
  type Served,
} from "#tests/support/processes/start-serve.ts";
import { pollUntil } from "#tests/support/poll-until.ts";

let cluster: OwnCluster;
let api: TestApi;
let receiver: PublicReceiver;
let env: Record<string, string>;
let program: Program;
const started: Served[] = [];
beforeAll(async () => {
  program = await bundledServe();
  cluster = await ownCluster();
  api = await testApi({ database: cluster.database });
  receiver = await publicReceiver();
  const emissions = await testQueue();
  env = {
    ...serveEnv({ api, cluster, receiver, emissions }),
    // The browsers are other servers'.
    SYNC_BROWSERS: "0",
    EMISSION_BROWSERS: "0",
  };
}, 120_000);
afterEach(async () => {
  for (const server of started.splice(0)) {
    server.process.kill("SIGKILL");
    await server.ended;
  }
});
afterAll(async () => {
  await receiver?.close();
  await api?.close();
});

function serve(): Served {
  const server = startServe(program, env);
  started.push(server);
  return server;
}

async function stop(server: Served): Promise<void> {
  server.process.kill("SIGTERM");
  expect(await server.ended, server.output().stderr).toEqual({ code: 0, signal: null });
}

const countOf = async (where: string): Promise<number> => {
  const [row] = await api.database.owner(
    `select count(*)::int as n from webhook_deliveries where ${where}`,
  );
  return Number(row?.["n"]);
};

test.each(["SIGTERM", "SIGINT"] as const)(
  "at %s a drain sends nothing more, and what it held is sent once by the next server",
  async (signal) => {
    const { id: organizationId } = await api.organization({ plan: "business" });
    const { key } = await api.key(organizationId, ["webhooks:write"]);
    const first = serve();
    const { ask } = await agentAt(first, { apiKey: key, connection: "" });
    const hook = await ask("POST", "/v1/webhooks", { url: `${receiver.url}/in/${signal}` });
    expect(hook.status, JSON.stringify(hook.body)).toBe(201);
    await stop(first);
    const endpoint = { organizationId, endpointId: String(hook.body.data?.["id"]) };
    const ids = await flood(api, [endpoint], 400);
    const own = `endpoint_id = '${endpoint.endpointId}'`;
    const received = () => receiver.delivered.filter(({ path }) => path === `/in/${signal}`);

    receiver.answersAfterMs = 300;
    const second = serve();
    await pollUntil(
      async () => received().length,
      (count) => count >= 12,
      60,
    );
    second.process.kill(signal);
    const atSignal = received().length;
    expect(await second.ended, second.output().stderr).toEqual({ code: 0, signal: null });
    // Four were being answered; some more may have been begun before the signal arrived.
    expect(received().length - atSignal).toBeLessThanOrEqual(16);
    expect(second.output().stdout).toContain("Ending: what runs is finished first.");
    expect(await countOf(`${own} and status = 'delivering'`)).toBe(0);
    expect(await countOf(`${own} and status = 'pending' and attempts = 0`)).toBe(
      400 - received().length,
    );

    receiver.answersAfterMs = 0;
    const third = serve();
    await pollUntil(
      () => countOf(`${own} and status = 'delivered'`),
      (count) => count === 400,
      60,
    );
    await stop(third);
    const sent = received().map(({ headers }) => headers["webhook-id"] ?? "");
    expect(sent.toSorted()).toEqual(ids.toSorted());
  },
  180_000,
);
