import { afterAll, beforeAll, expect, test } from "vitest";
import { createSyncWorker } from "#functions/workers/create-sync-worker.ts";
import type { LoginOutcome } from "#lib/contract/index.ts";
import { company, linkScene, type LinkScene } from "#tests/support/scenes/links.ts";

let scene: LinkScene;
beforeAll(async () => {
  scene = await linkScene();
});
afterAll(() => scene.close());

/** A person types a login at the link, and the worker tries it. */
async function use(link: { id: string; token: string }, outcome: LoginOutcome): Promise<void> {
  await scene.submit(link.token);
  const { jobId } = await scene.jobOf(link.id);
  const worker = createSyncWorker({
    ...scene.deps,
    openPortal: async () => ({
      driver: {
        login: async () => outcome,
        read: () => Promise.reject(new Error("a link reads nothing")),
        logout: async () => undefined,
      },
      evidence: async () => null,
      close: async () => undefined,
    }),
  });
  const record = { messageId: "uno", body: JSON.stringify({ jobId }) };
  for (let twice = 0; twice < 2; twice++) await worker({ Records: [record] }, 300_000);
}

async function events(key: string): Promise<unknown[]> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await scene.app.request("/v1/events", { headers });
  return ((await response.json()) as { data: unknown[] }).data;
}

async function owner() {
  const made = await scene.organization();
  const { key } = await scene.key(made.id, ["webhooks:read"]);
  return { ...made, reader: key };
}

test.each([
  ["banco_a", true],
  // It has no tool that verifies a credential.
  ["banco_prueba", null],
] as const)(
  "a used link of %s is announced once, with the resulting connection",
  async (sistema, verified) => {
    const own = await owner();
    const link = await scene.makeLink(own, { sistema });
    await use(link, { kind: "ok", company });
    const rows = await scene.database.owner(
      "select connection_id as connection, consumed_at as at, verified from links where id = $1",
      [link.id],
    );
    const [{ connection, at, ...kept }] = rows as [{ connection: string; at: Date }];
    expect(kept).toEqual({ verified });
    expect(await events(own.reader)).toEqual([
      {
        id: expect.stringMatching(/^whev_[0-9a-z]{26}$/),
        type: "connect_session.consumed",
        timestamp: expect.any(String),
        connection_id: connection,
        data: {
          session: { id: link.id },
          connection: { id: connection, connector: sistema },
          verified,
          consumed_at: at.toISOString(),
        },
      },
    ]);
  },
);

test("a link that renews a connection is announced with that connection", async () => {
  const own = await owner();
  const conexionId = await scene.connection(own.id, "banco_a");
  const link = await scene.makeLink(own, { sistema: "banco_a", modo: "reconectar", conexionId });
  await use(link, { kind: "ok", company });
  expect(await events(own.reader)).toMatchObject([
    {
      type: "connect_session.consumed",
      connection_id: conexionId,
      data: {
        session: { id: link.id },
        connection: { id: conexionId, connector: "banco_a" },
        verified: true,
      },
    },
  ]);
});

test("a link whose login was refused is not announced", async () => {
  const own = await owner();
  const link = await scene.makeLink(own);
  await use(link, { kind: "rejected" });
  const rows = await scene.database.owner("select state from links where id = $1", [link.id]);
  expect(rows).toEqual([{ state: "open" }]);
  expect(await events(own.reader)).toEqual([]);
});
