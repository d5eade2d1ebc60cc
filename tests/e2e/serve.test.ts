import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#infra/local/ports.ts";
import { periodoOf } from "#lib/chile/index.ts";
import { spawnScript, type Child } from "#tests/support/child-process.ts";
import { syncScene, type SyncScene } from "#tests/support/sync-scene.ts";
import { testQueue } from "#tests/support/queue.ts";
import { until } from "#tests/support/until.ts";

let scene: SyncScene;
let server: Child;
let url: string;
beforeAll(async () => {
  scene = await syncScene();
  const { masterKey, ...settings } = scene.settings;
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const env = Object.entries({
    ...settings,
    PORT: port,
    MASTER_KEY: masterKey,
    LOG_LEVEL: "warn",
    PORTAL_URLS: JSON.stringify({ banco_a: `${scene.sandbox.url}/portals/banco_a` }),
    QUEUE_ENDPOINT: scene.queue.endpoint,
    SYNC_QUEUE_URL: scene.queue.url,
    EMISSION_QUEUE_URL: (await testQueue()).url,
  }).map(([name, value]) => [name, String(value)]);
  server = spawnScript("infra/serve/serve.ts", [], { env: Object.fromEntries(env) });
  await Promise.race([
    until(
      async () => server.output().stdout,
      (text) => text.includes("listens"),
      60,
    ),
    server.ended.then(() => Promise.reject(new Error(server.output().stderr))),
  ]);
});
afterAll(async () => {
  server.process.kill("SIGTERM");
  expect(await server.ended, server.output().stderr).toEqual({ code: 0, signal: null });
  await scene.close();
});

test("a plain server answers, and its own worker syncs what it was asked for", async () => {
  const owner = await scene.organization();
  const connection = await scene.connect(owner.id);
  const periodo = periodoOf(scene.clock.now());
  const answer = await fetch(`${url}/v1/tools/banco_a.conexion.sincronizar/execute`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${owner.key}`,
      "content-type": "application/json",
      "x-connect-connection": connection,
    },
    body: JSON.stringify({ input: { periodo } }),
  });
  const body = (await answer.json()) as { data: { jobId: string } };
  expect(answer.status, JSON.stringify(body)).toBe(200);
  const ended = await until(
    () => scene.job(body.data.jobId),
    ({ status }) => status !== "queued" && status !== "running",
    90,
  );
  expect(ended, server.output().stderr).toMatchObject({ status: "succeeded", attempts: 1 });
  expect(await scene.portalLog()).toMatchObject({ logins: 1, logouts: 1 });
}, 120_000);

test("a setting that is missing is named, and nothing is started", async () => {
  const bare = spawnScript("infra/serve/serve.ts", [], { env: { DATABASE_URL: "", BASE_URL: "" } });
  expect(await bare.ended).toEqual({ code: 1, signal: null });
  expect(bare.output().stderr).toMatch(/BASE_URL: [^]*DATABASE_URL: /);
});
