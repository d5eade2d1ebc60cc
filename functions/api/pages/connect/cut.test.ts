import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "../../app.ts";
import { backupDays } from "#lib/contract/index.ts";
import { cutAccess, findAccess, forgetCredential } from "#lib/links/index.ts";
import { failuresPerMinute } from "#lib/limits/index.ts";
import { emitSyncEnded } from "#lib/webhooks/index.ts";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import {
  linkScene,
  typedLogin,
  type LinkScene,
  type MadeLink,
} from "#tests/support/scenes/links.ts";

let scene: LinkScene;
let owner: TestOrganization;
beforeAll(async () => {
  scene = await linkScene();
  owner = await scene.organization({ name: "Contadora Ñ" });
});
afterAll(() => scene.close());

async function send(path: string, init: RequestInit = {}) {
  const response = await scene.app.request(path, init);
  const { status, headers } = response;
  return { status, headers, text: await response.text() };
}

const posted = (body: Record<string, string> = {}, headers: Record<string, string> = {}) => ({
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  body: new URLSearchParams(body).toString(),
});

/** A browser that sends the form, and what its last page shows. */
async function connect(made?: MadeLink): Promise<{ connectionId: string; cut: string }> {
  const link = made ?? (await scene.makeLink(owner));
  const sent = await send(`/connect/${link.token}`, posted(typedLogin));
  expect(sent.status).toBe(303);
  const cookie = sent.headers.get("set-cookie") ?? "";
  expect(cookie).toContain(`Path=/connect/${link.token};`);
  expect(cookie).toContain("HttpOnly; SameSite=Lax");
  const { connectionId } = await scene.succeed(link.id);
  const [pair = ""] = cookie.split(";");
  const last = `/connect/${link.token}/progreso`;
  const { text } = await send(last, { headers: { cookie: `other=1; ${pair}` } });
  const cut = /http:\/\/connect\.test(\/connect\/cortar\/[\w-]{43})</.exec(text)?.[1] ?? "";
  expect(cut).not.toBe("");
  for (const headers of [{}, { cookie: "cortar=otro" }, { cookie: `cortar=${"x".repeat(43)}` }]) {
    expect((await send(last, { headers })).text).not.toContain("/connect/cortar/");
  }
  return { connectionId, cut };
}

const rows = (text: string, ...values: unknown[]) => scene.database.owner(text, values);
const stateOf = async (id: string) =>
  (await rows("select credencial from connections where id = $1", id))[0]?.["credencial"];
const sealedOf = (id: string) => rows("select 1 from credentials where connection_id = $1", id);

test("the person who connected ends the access: the password, running jobs and open links are gone, once", async () => {
  const { connectionId, cut } = await connect();
  const queue = (periodo: string) => scene.queueSync(owner.id, connectionId, periodo);
  const [waits, runs] = [await queue("2026-07"), await queue("2026-08")];
  await rows("update sync_jobs set status = 'running', started_at = now() where id = $1", runs);
  const again = await scene.makeLink(owner, { modo: "reconectar", conexionId: connectionId });

  const page = await send(cut);
  expect(page.status).toBe(200);
  expect(page.text).toContain("Corta el acceso a Banco Prueba");
  expect(page.text).toContain("Contadora Ñ");
  expect(page.text.replaceAll(/\s+/g, " ")).toContain(`cifrada a lo más ${backupDays} días`);
  const foreign = await send(cut, posted({}, { "sec-fetch-site": "cross-site" }));
  expect(foreign.status).toBe(403);
  expect(await sealedOf(connectionId)).toHaveLength(1);

  const twice = await Promise.all([send(cut, posted()), send(cut, posted())]);
  for (const { status, headers } of twice) {
    expect([status, headers.get("location")]).toEqual([303, cut]);
  }
  expect(await sealedOf(connectionId)).toEqual([]);
  expect(await stateOf(connectionId)).toBe("revocada");
  const last_error = "connection_credential_required";
  const ends = "select status, last_error from sync_jobs where id = $1";
  expect(await rows(ends, waits)).toEqual([{ status: "canceled", last_error }]);
  expect(await rows(ends, runs)).toEqual([{ status: "failed", last_error }]);
  // A job under the old token writes nothing more.
  expect(await rows("select token from sync_jobs where id = $1", runs)).toEqual([{ token: 1 }]);
  const told = await rows(
    "select body from webhook_events where connection_id = $1 and type like 'sync.%'",
    connectionId,
  );
  expect(told).toHaveLength(1);
  expect(JSON.parse(String(told[0]?.["body"]))).toMatchObject({
    type: "sync.failed",
    data: { job_id: runs, status: "failed", last_error, records_synced: null, outcomes: [] },
  });
  expect((await send(`/connect/${again.token}`)).status).toBe(410);
  const done = await send(cut);
  expect([done.status, done.text.includes("está cortado")]).toEqual([200, true]);
  const audit = await rows(
    "select outcome, actor_kind, http_status from audit where operation = 'connect.cut' and connection_id = $1 order by outcome",
    connectionId,
  );
  expect(audit).toEqual([
    { outcome: "ok", actor_kind: "link", http_status: 303 },
    { outcome: "over", actor_kind: "link", http_status: 303 },
  ]);
});

test("the address of a replaced person ends nothing of the person who came after", async () => {
  const first = await connect();
  const second = await connect();
  expect(second.connectionId).toBe(first.connectionId);
  const old = await send(first.cut);
  expect([old.status, old.text.includes("se reemplazó")]).toEqual([410, true]);
  expect((await send(first.cut, posted())).status).toBe(303);
  expect(await stateOf(first.connectionId)).toBe("viva");
  expect((await send(second.cut, posted())).status).toBe(303);
  expect(await stateOf(first.connectionId)).toBe("revocada");
  const ends = await rows(
    "select ended from consents where connection_id = $1 order by ended_at desc limit 2",
    first.connectionId,
  );
  expect(ends).toEqual([{ ended: "cortado" }, { ended: "reemplazado" }]);
});

test("a person who is replaced before the order takes effect ends nothing, and nobody ends it twice", async () => {
  const first = await connect();
  const systemOf = (id: string) => scene.deps.catalogue.manifestOf(id);
  const found = async (cut: string) => {
    const access = await findAccess({ ...scene.appDeps, systemOf }, cut.split("/").at(-1) ?? "");
    if (access.kind !== "live") throw new Error(access.kind);
    return access;
  };
  const noted: string[] = [];
  const order = (access: Awaited<ReturnType<typeof found>>) =>
    cutAccess(
      { ...scene.appDeps, onJobEnded: emitSyncEnded },
      access,
      async () => void noted.push(access.consentId),
    );
  const before = await found(first.cut);
  const second = await found((await connect()).cut);
  expect(await order(before)).toBe(false);
  expect(await stateOf(first.connectionId)).toBe("viva");
  expect(await sealedOf(first.connectionId)).toHaveLength(1);
  expect([await order(second), await order(second)]).toEqual([true, false]);
  expect(noted).toEqual([second.consentId]);
});

test("the person is told that their organization had it erased, and its open links are over", async () => {
  const { connectionId, cut } = await connect();
  const again = await scene.makeLink(owner, { modo: "reconectar", conexionId: connectionId });
  await forgetCredential({ ...scene.contextOf(owner.id), onJobEnded: emitSyncEnded }, connectionId);
  expect((await send(`/connect/${again.token}`)).status).toBe(410);
  const over = await send(cut);
  expect([over.status, over.text.includes("ya terminó")]).toEqual([410, true]);
  expect((await send(cut, posted())).status).toBe(303);
  expect(
    await rows(
      "select ended from consents where connection_id = $1 and ended <> 'reemplazado' order by ended_at desc limit 1",
      connectionId,
    ),
  ).toEqual([{ ended: "olvidado" }]);
});

test("it works even if nothing else of the organization does", async () => {
  const { connectionId, cut } = await connect();
  await rows("update organizations set billing = 'past_due' where id = $1", owner.id);
  await rows("update connections set disabled_at = now() where id = $1", connectionId);
  // During the thirty days before a deletion it can still be cancelled.
  await rows(
    "update organizations set deletes_at = now() + interval '30 days' where id = $1",
    owner.id,
  );
  expect((await send(cut, posted())).status).toBe(303);
  expect(await sealedOf(connectionId)).toEqual([]);
  await rows(
    "update organizations set billing = 'active', deletes_at = null where id = $1",
    owner.id,
  );
  await rows("update connections set disabled_at = null where id = $1", connectionId);
});

test("a guess, a deleted connection's address and no token at all get the same answer", async () => {
  const { connectionId, cut } = await connect();
  await rows("update connections set deleted_at = now() where id = $1", connectionId);
  const guesses = [cut, `/connect/cortar/${"a".repeat(43)}`, "/connect/cortar/x"];
  const bare = ({ status, text }: { status: number; text: string }) => [status, text];
  const [shown, ...others] = await Promise.all(guesses.map((path) => send(path)));
  expect(shown?.status).toBe(404);
  for (const other of others) expect(bare(other)).toEqual([404, shown?.text]);
  const orders = await Promise.all(guesses.map((path) => send(path, posted())));
  for (const order of orders) expect(bare(order)).toEqual([404, shown?.text]);
  await rows("update connections set deleted_at = null where id = $1", connectionId);
});

test("guessing is refused after as many failures as with any credential", async () => {
  const app = createApi({ ...scene.appDeps, addressOf: () => "203.0.113.9" });
  const { cut } = await connect();
  const status = async (path: string) => (await app.request(path)).status;
  // Failures are counted per minute, so begin at the start of one; the clock keeps running.
  const minute = Math.floor(scene.clock.now().getTime() / 60_000) + 1;
  scene.clock.moveTo(new Date(minute * 60_000));
  for (let guess = 0; guess < failuresPerMinute; guess += 1) {
    expect(await status(`/connect/cortar/${guess}`)).toBe(404);
  }
  expect(await status("/connect/cortar/otra")).toBe(429);
  expect(await status(cut)).toBe(429);
});

test("what was shown is stored as shown, and a form with other facts asks again", async () => {
  const other = await scene.organization({ name: "Contadora Ñ", plan: "free" });
  const link = await scene.makeLink(other);
  const { text } = await send(`/connect/${link.token}`);
  const visto = /name="visto" value="([^"]+)"/.exec(text)?.[1] ?? "";
  await rows("update organizations set plan = 'pro' where id = $1", other.id);
  const changed = await send(`/connect/${link.token}`, posted({ ...typedLogin, visto }));
  expect([changed.status, changed.text.includes("Cambió lo que se te pide")]).toEqual([409, true]);
  expect(changed.text).toContain('value="12.345.678-5"');
  expect(changed.text).not.toContain(typedLogin.clave);

  const now = /name="visto" value="([^"]+)"/.exec(changed.text)?.[1] ?? "";
  const sent = await send(`/connect/${link.token}`, posted({ ...typedLogin, visto: now }));
  expect(sent.status).toBe(303);
  await scene.succeed(link.id);
  const [kept] = await rows("select version, facts from consents where link_id = $1", link.id);
  const facts = kept?.["facts"] as { lines: string[]; reads: string[]; organization: string };
  expect(kept?.["version"]).toMatch(/^\d{4}-\d{2}-\d{2}(\.\d)?$/);
  expect(facts.organization).toBe("Contadora Ñ");
  const listed = [...changed.text.matchAll(/<li>(.*?)<\/li>/gs)].map(([, line]) => line);
  expect([...facts.reads, ...facts.lines]).toEqual(listed);
});
