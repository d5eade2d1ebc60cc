import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withCredential } from "#lib/connections/index.ts";
import { withSystemTx } from "#lib/db/context.ts";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import {
  company,
  linkScene,
  otherCompany,
  typedLogin,
  type LinkScene,
} from "#tests/support/scenes/links.ts";
import { brokerOver, consumeLink, linkSubject, type ConsumedLink } from "../index.ts";

let scene: LinkScene;
beforeAll(async () => {
  scene = await linkScene();
});
afterAll(() => scene.close());

async function tried(owner: TestOrganization, input: Record<string, unknown> = {}) {
  const link = await scene.makeLink(owner, input);
  expect((await scene.submit(link.token)).kind).toBe("started");
  return link;
}

const linkRow = async (id: string) =>
  (await scene.database.owner("select * from links where id = $1", [id]))[0];

const connectionsOf = (owner: TestOrganization) =>
  scene.database.owner("select * from connections where organization_id = $1 order by id", [
    owner.id,
  ]);

async function credentialOf(connectionId: string) {
  const [row] = await scene.database.owner("select * from credentials where connection_id = $1", [
    connectionId,
  ]);
  const organizationId = String(row?.["organization_id"]);
  const sealed = row?.["sealed"] as Buffer;
  return withCredential(scene.deps, { organizationId, connectionId, sealed }, (fields) =>
    Promise.resolve(fields),
  );
}

test("makes the connection of the company that the login opened, with a live credential", async () => {
  const owner = await scene.organization();
  const link = await tried(owner, { alcances: ["saldos"] });
  const seen: ConsumedLink[] = [];
  const opened = { ...company, acceso: "empresa" } as const;
  const consumed = await scene.succeed(link.id, opened, async (_tx, what) => {
    seen.push(what);
  });
  expect(consumed).toMatchObject({ mode: "crear", connector: "banco_prueba", verified: true });
  expect(seen).toEqual([consumed]);
  expect(await connectionsOf(owner)).toMatchObject([
    {
      id: consumed.connectionId,
      nombre: company.razonSocial,
      rut: company.rut,
      razon_social: company.razonSocial,
      alcances: ["saldos"],
      scopes: ["banco_prueba:read", "banco_prueba:write"],
      credencial: "viva",
      acceso: "empresa",
      ultima_sincronizacion_en: null,
    },
  ]);
  expect(await credentialOf(consumed.connectionId)).toEqual({
    rut: "12345678-5",
    clave: "s3cret0-marcado",
  });
  expect(await linkRow(link.id)).toMatchObject({
    state: "consumed",
    sealed: null,
    verified: true,
    connection_id: consumed.connectionId,
  });
});

test("names it after the link, else the company, else its tax id", async () => {
  const owner = await scene.organization();
  const named = await tried(owner, { nombre: "Cuenta de pago" });
  await scene.succeed(named.id, company);
  const bare = await tried(owner);
  await scene.succeed(bare.id, { rut: otherCompany.rut, razonSocial: null });
  const names = (await connectionsOf(owner)).map(({ nombre }) => String(nombre));
  expect(new Set(names)).toEqual(new Set(["76.177.907-9", "Cuenta de pago"]));
});

test("a company that is already connected is renewed and not connected twice", async () => {
  const owner = await scene.organization();
  const existing = await scene.connection(owner.id, "banco_prueba", ["saldos"]);
  await scene.database.owner("update connections set credencial = 'rechazada' where id = $1", [
    existing,
  ]);
  const link = await tried(owner, { nombre: "Otro nombre" });
  const consumed = await scene.succeed(link.id);
  expect(consumed).toMatchObject({ connectionId: existing, mode: "reconectar" });
  expect(await connectionsOf(owner)).toMatchObject([
    { id: existing, nombre: "Conexión de prueba", alcances: ["saldos"], credencial: "viva" },
  ]);
});

test("another organization's connection of the company does not change", async () => {
  const [owner, stranger] = [await scene.organization(), await scene.organization()];
  const theirs = await scene.connection(stranger.id, "banco_prueba");
  const consumed = await scene.succeed((await tried(owner)).id);
  expect(consumed.mode).toBe("crear");
  expect(consumed.connectionId).not.toBe(theirs);
});

test("two links that end at once for one company leave one connection", async () => {
  const owner = await scene.organization();
  const [first, second] = [await tried(owner), await tried(owner)];
  const later: Promise<ConsumedLink>[] = [];
  const seen = { end: false };
  const earlier = await scene.succeed(first.id, company, async () => {
    // The second ends before the first has committed: it must wait, not find nothing.
    later.push(scene.succeed(second.id).finally(() => (seen.end = true)));
    while (!seen.end && !(await somebodyWaits())) await setImmediate();
  });
  expect(await Promise.all(later)).toMatchObject([
    { connectionId: earlier.connectionId, mode: "reconectar" },
  ]);
  expect(await connectionsOf(owner)).toHaveLength(1);
});

async function somebodyWaits(): Promise<boolean> {
  const rows = await scene.database.owner(`
    select 1 from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`);
  return rows.length > 0;
}

test("a reconnection renews the credential and keeps everything else", async () => {
  const owner = await scene.organization();
  const conexionId = await scene.connection(owner.id, "banco_prueba", ["movimientos"]);
  const link = await tried(owner, { modo: "reconectar", conexionId });
  expect(await scene.succeed(link.id)).toMatchObject({
    connectionId: conexionId,
    mode: "reconectar",
  });
  expect(await connectionsOf(owner)).toMatchObject([
    { nombre: "Conexión de prueba", alcances: ["movimientos"], rut: company.rut },
  ]);
});

test("a login that opened another company changes nothing: a connection keeps its tax id", async () => {
  const owner = await scene.organization();
  const conexionId = await scene.connection(owner.id, "banco_prueba");
  const link = await tried(owner, { modo: "reconectar", conexionId });
  await expect(scene.succeed(link.id, otherCompany)).rejects.toThrow(
    "connection_identity_mismatch",
  );
  expect(await linkRow(link.id)).toMatchObject({ state: "verifying" });
  expect(await connectionsOf(owner)).toMatchObject([{ rut: company.rut }]);
  expect(
    await scene.database.owner("select 1 from credentials where connection_id = $1", [conexionId]),
  ).toEqual([]);
  await scene.fail(link.id, "otra_empresa");
  expect(await linkRow(link.id)).toMatchObject({ state: "open", sealed: null });
});

test("what happens with the consumption happens in its transaction, or not at all", async () => {
  const owner = await scene.organization();
  const link = await tried(owner);
  const broken = scene.succeed(link.id, company, () => Promise.reject(new Error("no event")));
  await expect(broken).rejects.toThrow("no event");
  expect(await connectionsOf(owner)).toEqual([]);
  expect(await linkRow(link.id)).toMatchObject({ state: "verifying" });
});

test("is consumed once, by the job that tries it", async () => {
  const owner = await scene.organization();
  const link = await tried(owner);
  const { jobId } = await scene.jobOf(link.id);
  const consume = (job: string) =>
    withSystemTx(scene.deps, (tx) =>
      consumeLink(tx, { linkId: link.id, jobId: job, company, verified: true, fields: typedLogin }),
    );
  await expect(consume("sjb_otro")).rejects.toThrow("no such try");
  await consume(jobId);
  await expect(consume(jobId)).rejects.toThrow("no such try");
  expect(await connectionsOf(owner)).toHaveLength(1);
});

const deps = () => ({ ...scene.deps, broker: brokerOver(scene.deps) });

const runs = (jobId: string, token: number) =>
  scene.database.owner("update sync_jobs set status = 'running', token = $2 where id = $1", [
    jobId,
    token,
  ]);

test("the engine's subject knows the company, opens the fields and ends the try", async () => {
  const owner = await scene.organization();
  const link = await tried(owner);
  const { jobId: id, linkId } = await scene.jobOf(link.id);
  const subject = await linkSubject(deps(), { id, linkId, token: 1 }, { verified: true });
  expect(subject.companyRut).toBe("76555835-2");
  const opens = () => subject.withFields(async (fields) => fields["clave"]);
  // Only while a worker has the job, and only that worker.
  await expect(opens()).rejects.toThrow("took the job over");
  await runs(id, 2);
  await expect(opens()).rejects.toThrow("took the job over");
  await runs(id, 1);
  expect(await opens()).toBe("s3cret0-marcado");
  await withSystemTx(scene.deps, (tx) => subject.failed(tx, "blocked"));
  expect(await linkRow(link.id)).toMatchObject({
    state: "open",
    sealed: null,
    last_failure: "cuenta_bloqueada",
  });
  await expect(linkSubject(deps(), { id, linkId, token: 1 }, { verified: true })).rejects.toThrow(
    "connection_credential_required",
  );
});

test.each([
  ["rejected", "clave_rechazada"],
  ["company_not_offered", "empresa_no_ofrecida"],
  ["login_closed", "ingreso_en_pausa"],
  ["busy", "portal_ocupado"],
  ["maintenance", "portal_caido"],
  ["timeout", "portal_caido"],
  ["approval_pending", "aprobacion_pendiente"],
  ["variant_unsupported", "variante_no_soportada"],
  ["connection_identity_mismatch", "otra_empresa"],
  ["internal_error", "error"],
] as const)("a login that ends in %s reads %s on the page", async (word, failure) => {
  const owner = await scene.organization();
  const link = await tried(owner);
  const { jobId: id, linkId } = await scene.jobOf(link.id);
  const subject = await linkSubject(deps(), { id, linkId, token: 1 }, { verified: true });
  await withSystemTx(scene.deps, (tx) => subject.failed(tx, word));
  expect(await linkRow(link.id)).toMatchObject({ state: "open", last_failure: failure });
});
