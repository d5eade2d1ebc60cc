import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createSyncWorker, type SyncWorker } from "#functions/workers/create-sync-worker.ts";
import { updateConnection } from "#lib/connections/index.ts";
import type { LoginOutcome } from "#lib/contract/index.ts";
import { leaseSeconds } from "#lib/jobs/index.ts";
import {
  company,
  linkScene,
  typedLogin,
  type LinkScene,
  type MadeLink,
} from "#tests/support/scenes/links.ts";

let scene: LinkScene;
let worker: SyncWorker;
let portal: () => Promise<LoginOutcome>;
let logins = 0;
beforeAll(async () => {
  scene = await linkScene();
  worker = createSyncWorker({
    ...scene.deps,
    openPortal: async () => ({
      driver: {
        login: async (_fields, _rut, { submitting }) => {
          await submitting();
          logins += 1;
          return portal();
        },
        read: () => Promise.reject(new Error("a link reads nothing")),
        logout: () => Promise.resolve(),
      },
      evidence: () => Promise.resolve(null),
      close: () => Promise.resolve(),
    }),
  });
});
afterAll(() => scene.close());
beforeEach(async () => {
  logins = 0;
  portal = async () => ({ kind: "rejected" });
  await scene.database.owner("delete from login_attempts");
});

const newLink = async (): Promise<MadeLink> => scene.makeLink(await scene.organization());
const wrong = (clave: string) => ({ ...typedLogin, clave });

async function run(link: MadeLink): Promise<void> {
  const { jobId } = await scene.jobOf(link.id);
  await worker({ Records: [{ messageId: "one", body: JSON.stringify({ jobId }) }] }, 300_000);
}

async function tryAt(link: MadeLink, typed = typedLogin): Promise<string> {
  const { kind } = await scene.submit(link.token, typed);
  if (kind === "started") await run(link);
  return kind;
}

async function linkRow(link: MadeLink) {
  const columns = "state, sealed, attempts, last_failure, job_id";
  const [row] = await scene.database.owner(`select ${columns} from links where id = $1`, [link.id]);
  return row;
}

test("three links of two organizations cause only two wrong passwords, and store nothing of the third", async () => {
  const own = await scene.organization();
  const links = [await scene.makeLink(own), await scene.makeLink(own), await newLink()];
  const [first, second, third] = links as [MadeLink, MadeLink, MadeLink];
  expect(await tryAt(first, wrong("una"))).toBe("started");
  expect(await tryAt(second, wrong("dos"))).toBe("started");
  const refused = await scene.submit(third.token, wrong("tres"));
  if (refused.kind !== "paused") throw new Error(refused.kind);
  const hours = (refused.until.getTime() - scene.clock.now().getTime()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(logins).toBe(2);
  expect(await linkRow(third)).toMatchObject({
    state: "open",
    sealed: null,
    attempts: 0,
    job_id: null,
  });

  const body = new URLSearchParams(wrong("tres")).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const shown = await scene.app.request(`/connect/${third.token}`, {
    method: "POST",
    headers,
    body,
  });
  const html = await shown.text();
  expect(shown.status).toBe(409);
  expect(html).toContain("Por ahora no podemos probar ese usuario");
  expect(html).toMatch(/vuelve a esta página después del \p{L}+ \d+ de \p{L}+ a las \d\d:\d\d/u);
  expect(html).not.toContain('tres"');
  // Nor is anything told of a company there that its owners switched off.
  const off = await scene.connection(own.id, "banco_prueba");
  await updateConnection(scene.deps, off, { disabled: true });
  const asked = await scene.makeLink(own);
  expect((await scene.submit(asked.token, wrong("tres"))).kind).toBe("paused");
  await updateConnection(scene.deps, off, { disabled: false });
  // Another login is another person's.
  portal = async () => ({ kind: "ok", company });
  expect(await tryAt(third, { ...typedLogin, rut: "11.111.111-1" })).toBe("started");
  expect(logins).toBe(3);
});

test("what worked before a link's two wrong passwords works again, at a link too", async () => {
  portal = async () => ({ kind: "ok", company });
  await tryAt(await newLink());
  portal = async () => ({ kind: "rejected" });
  const link = await newLink();
  await tryAt(link, wrong("una"));
  await tryAt(link, wrong("dos"));
  expect((await scene.submit(link.token)).kind).toBe("closed");
  portal = async () => ({ kind: "ok", company });
  expect(await tryAt(await newLink())).toBe("started");
  expect(await tryAt(await newLink(), wrong("tres"))).toBe("started");
  expect(logins).toBe(5);
});

test("a try whose login was lost is not repeated: the person is asked", async () => {
  const link = await newLink();
  await scene.submit(link.token);
  let wake = (_outcome: LoginOutcome): void => undefined;
  const asleep = new Promise<LoginOutcome>((resolve) => (wake = resolve));
  portal = () => asleep;
  const died = run(link);
  await expect.poll(() => logins).toBe(1);
  scene.clock.advance((leaseSeconds + 1) * 1000);
  portal = async () => ({ kind: "ok", company });
  await run(link);
  expect(logins).toBe(1);
  expect(await linkRow(link)).toMatchObject({
    state: "open",
    sealed: null,
    attempts: 1,
    last_failure: "error",
  });
  expect(await tryAt(link)).toBe("started");
  expect(await linkRow(link)).toMatchObject({ state: "consumed" });
  wake({ kind: "rejected" });
  await died;
  expect(await linkRow(link)).toMatchObject({ state: "consumed" });
});

test("a try that finds its login closed does not count", async () => {
  const [early, link] = [await newLink(), await newLink()];
  await scene.submit(link.token, wrong("tres"));
  await tryAt(early, wrong("una"));
  await tryAt(early, wrong("dos"));
  await run(link);
  expect(logins).toBe(2);
  expect(await linkRow(link)).toMatchObject({
    state: "open",
    sealed: null,
    attempts: 0,
    last_failure: "ingreso_en_pausa",
  });
  const shown = await scene.app.request(`/connect/${link.token}`);
  expect(await shown.text()).toMatch(/después del \p{L}+ \d+ de \p{L}+ a las \d\d:\d\d/u);
});
