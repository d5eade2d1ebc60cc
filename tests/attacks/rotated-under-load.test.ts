import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "#functions/api/app.ts";
import { verifyReceipt, type ReceiptKey } from "#lib/client/verify-receipt.ts";
import { signReceipt } from "#lib/ledger/operation/receipts.ts";
import { createCursors } from "#lib/kernel/cursor.ts";
import { ServiceSecret, type SecretSettings } from "#lib/kernel/secrets.ts";
import { callTool } from "#tests/support/scenes/api.ts";
import { jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";

/* Each secret is rotated while calls run, and nothing that a customer holds stops working. */

let scene: JobScene;
beforeAll(async () => {
  scene = await jobScene();
});
afterAll(() => scene.close());

type Name = Exclude<keyof SecretSettings, "SERVICE_SECRET">;

interface Serving {
  settings: SecretSettings;
  app: ReturnType<typeof createApi>;
}

/**
 * The steps of `docs/operations.md`. During a deploy functions of the previous step serve too: `both` is a step and
 * the one before, and each must accept what the other makes.
 */
async function rotate(
  name: Name,
  step: (both: [Serving, Serving], place: number) => Promise<void>,
  publicKeys: readonly string[] = [],
): Promise<void> {
  const { SERVICE_SECRET } = scene.settings;
  const next = randomBytes(32).toString("base64");
  const lists = [[SERVICE_SECRET], [SERVICE_SECRET, next], [next, SERVICE_SECRET], [next]];
  const serving = lists.map((list) => {
    const settings = { SERVICE_SECRET, [name]: list };
    const secret = new ServiceSecret(settings);
    const deps = { ...scene.appDeps, secret, cursors: createCursors(secret) };
    return { settings, app: createApi({ ...deps, receiptPublicKeys: publicKeys }) };
  });
  let before = serving[0];
  for (const [place, own] of serving.entries()) {
    await step([own, before ?? own], place);
    before = own;
  }
}

const times = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

test("sent links open at every moment, until their week is over", async () => {
  const owner = await scene.organization();
  const asked = { sistema: "banco_a", modo: "crear" };
  const sent: string[] = [];
  const statuses: number[] = [];
  await rotate("LINK_SECRETS", async (both, place) => {
    // A week passes before the old secret is removed, and no link lives longer.
    if (place === 3) sent.splice(0, sent.length - 1);
    const made = place === 3 ? [] : [both[1], both[0]];
    for (const { app } of made) {
      const { body } = await callTool(app, "conexiones.enlace.crear", asked, owner);
      sent.push(new URL(String(body.data?.["url"])).pathname);
    }
    const opened = await times(24, async (n) => {
      const { app } = both[n % 2] ?? both[0];
      return (await app.request(sent[n % sent.length] ?? "")).status;
    });
    statuses.push(...opened);
  });
  expect(statuses).toEqual(Array.from({ length: 4 * 24 }, () => 200));
});

test("a list can be continued at every moment, from any page", async () => {
  const owner = await scene.organization();
  for (const _ of [1, 2]) await scene.connection(owner.id, "banco_a");
  const statuses: number[] = [];
  await rotate("CURSOR_SECRETS", async (both) => {
    const page = async (n: number, input: object) => {
      const { app } = both[n % 2] ?? both[0];
      const tool = "conexiones.estado.consultar";
      const { status, body } = await callTool(app, tool, { limit: 1, ...input }, owner);
      statuses.push(status);
      return body.data?.["cursor"];
    };
    await times(10, async (n) => {
      const cursor = await page(n, {});
      expect(cursor).toEqual(expect.any(String));
      await page(n + 1, { cursor });
    });
  });
  expect(statuses).toEqual(Array.from({ length: 4 * 20 }, () => 200));
});

const claims = {
  operacionId: "op_1",
  idempotencyKey: "una-clave",
  toolId: "tributario.dte.emitir",
  inputHash: "a",
  documentHash: "b",
  resultado: "emitido",
  tipoDte: 33,
  folio: 7,
  referencia: "7",
  prueba: null,
  en: "2026-11-22T00:00:00.000Z",
} as const;

test("receipts from before, during and after verify at every moment", async () => {
  const { SERVICE_SECRET } = scene.settings;
  const read = async ({ app }: Serving): Promise<ReceiptKey[]> => {
    const answer = await app.request("/.well-known/connect-receipts.json");
    return ((await answer.json()) as { keys: ReceiptKey[] }).keys;
  };
  const first = createApi({ ...scene.appDeps, secret: new ServiceSecret({ SERVICE_SECRET }) });
  // Its public half is listed before its private one goes, as the operations guide says.
  const [old] = await read({ settings: {}, app: first });
  const receipts = [signReceipt(new ServiceSecret({ SERVICE_SECRET }), claims)];
  let verified = 0;
  const verifyAll = async (both: [Serving, Serving]): Promise<void> => {
    // The worker of either step signs: each receipt must be valid by what either API then publishes.
    receipts.push(...both.map(({ settings }) => signReceipt(new ServiceSecret(settings), claims)));
    await times(10, async (n) => {
      const keys = await read(both[n % 2] ?? both[0]);
      for (const receipt of receipts) {
        expect(await verifyReceipt(receipt, keys)).toMatchObject(claims);
        verified += 1;
      }
    });
  };
  await rotate("RECEIPT_KEYS", verifyAll, [old?.x ?? ""]);
  expect(verified).toBe(10 * (3 + 5 + 7 + 9));
});

test("connections go on to sync at every moment, each by one login", async () => {
  const owner = await scene.organization();
  const people = ["11111111-1", "22222222-2", "33333333-3", "44444444-4"];
  const connections = await Promise.all(people.map((rut) => scene.connect(owner.id, rut)));
  const ended: string[] = [];
  const before = scene.visits.logins;
  await rotate("LOGIN_SECRETS", async (both, place) => {
    const workers = both.map(({ settings }) => scene.workerUnder(new ServiceSecret(settings)));
    const periodo = `2026-0${place + 1}`;
    await times(connections.length, async (n) => {
      const jobId = await scene.request(owner.id, connections[n] ?? "", { periodo });
      const record = { messageId: "one", body: JSON.stringify({ jobId }) };
      await workers[n % 2]?.({ Records: [record] }, 300_000);
      ended.push((await scene.job(jobId)).status);
    });
  });
  expect(ended).toEqual(Array.from({ length: 16 }, () => "succeeded"));
  expect(scene.visits.logins - before).toBe(16);
});
