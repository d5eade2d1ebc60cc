import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { addMonths, periodoOf } from "#lib/chile/index.ts";
import { openBrowser, type OpenedBrowser } from "#tests/support/browsers/open-browser.ts";
import { startTestLocal, type TestLocal } from "#tests/support/scenes/start-test-local.ts";
import {
  ofStored,
  ofTruth,
  type StoredMovement,
  type TruthMovement,
} from "#tests/support/portals/movements.ts";
import { furtherLogin } from "#tests/support/scenes/sync-scene.ts";

const login = { empresa: "76.555.835-2", rut: "12.345.678-5", clave: "clave-bancoa" };
const blockedLogin = { ...login, rut: "9.876.543-3" };

let local: TestLocal;
let opened: OpenedBrowser;
let key: string;
beforeAll(async () => {
  local = await startTestLocal();
  opened = await openBrowser();
});
afterAll(async () => {
  await opened?.close();
  await local?.close();
});
beforeEach(async () => {
  await local.control("POST", "/reset");
  key = await newOrganization();
});
// What a link started has ended before the portal is reset.
afterEach(() => noSyncLeft());

async function newOrganization(): Promise<string> {
  const { id } = await local.control<{ id: string }>("POST", "/organizations", {
    name: "Contadores del Maule SpA",
    plan: "pro",
    billing: "active",
    connectors: ["banco_a"],
  });
  const scopes = ["banco_a:read", "conexiones:read"];
  const made = await local.control<{ key: string }>("POST", "/keys", {
    organizationId: id,
    scopes,
  });
  return made.key;
}

async function call(toolId: string, input: unknown, connection?: string) {
  const options = { key, ...(connection !== undefined && { connection }) };
  const { body } = await local.call(toolId, input, options);
  return body;
}

/** A link for balances only, so that what follows is one short sync. */
async function newLink(input: Record<string, unknown> = {}): Promise<string> {
  const isNew = input["modo"] === undefined;
  const given = {
    sistema: "banco_a",
    modo: "crear",
    ...(isNew && { alcances: ["saldos"] }),
    ...input,
  };
  const { data } = await call("conexiones.enlace.crear", given);
  return String(data?.["url"]);
}

async function connections(): Promise<Record<string, unknown>[]> {
  const { data } = await call("conexiones.estado.consultar", {});
  return data?.["conexiones"] as Record<string, unknown>[];
}

/** Waits until no sync is waiting or running, such as those that follow a link. */
async function noSyncLeft(): Promise<void> {
  const pending = async () =>
    (await connections()).flatMap((one) => one["sincronizacionesPendientes"] as unknown[]);
  await expect.poll(pending, { timeout: 40_000, interval: 200 }).toEqual([]);
}

async function onPage(url: string, visit: (page: Page) => Promise<void>): Promise<void> {
  const context = await opened.browser.newContext({ locale: "es-CL" });
  try {
    const page = await context.newPage();
    await page.goto(url);
    await visit(page);
  } finally {
    await context.close();
  }
}

async function type(page: Page, typed: Partial<typeof login>): Promise<void> {
  const { empresa, rut = "", clave = "" } = typed;
  if (empresa !== undefined) await page.getByLabel("RUT de la empresa").fill(empresa);
  await page.getByLabel("RUT de la persona que ingresa").fill(rut);
  await page.getByLabel("Clave de acceso", { exact: true }).fill(clave);
  await page.getByRole("button", { name: /^Probar y / }).click();
}

const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole("heading", { name }).waitFor();
const fault = (kind: string): Promise<unknown> =>
  local.control("POST", "/portals/banco_a/faults", { kind });
const portalLog = (): Promise<Record<string, number>> =>
  local.control("GET", "/portals/banco_a/log");

/** A person who types the test login, and the resulting connection. */
async function connect(typed = login): Promise<string> {
  await onPage(await newLink(), async (page) => {
    await type(page, typed);
    await heading(page, "Listo: Banco A quedó conectado");
  });
  await noSyncLeft();
  return String((await connections()).at(-1)?.["id"]);
}

test("from a link to rows: a person types a login, and an agent reads what the bank has", async () => {
  const url = await newLink({ nombre: "Cuenta de la pyme", alcances: ["saldos", "movimientos"] });
  await onPage(url, async (page) => {
    await page.getByText("Contadores del Maule SpA te pide permiso").waitFor();
    await page.getByRole("listitem").filter({ hasText: "Movimientos" }).waitFor();
    await type(page, login);
    await heading(page, "Estamos probando el acceso a Banco A");
    await page.locator("li[aria-current=step]", { hasText: "Entramos a Banco A" }).waitFor();
    await heading(page, "Listo: Banco A quedó conectado");
    await page.getByText("RUT 76.555.835-2").waitFor();
    const used = await page.goto(url);
    expect(used?.status()).toBe(410);
    await heading(page, "Este enlace ya se usó");
  });
  const [connection, ...others] = await connections();
  expect(others).toEqual([]);
  expect(connection).toMatchObject({
    sistema: "banco_a",
    nombre: "Cuenta de la pyme",
    estado: "activa",
    credencial: "viva",
    rut: "76555835-2",
    razonSocial: "Importadora Ñuble & Cía. Ltda.",
    alcances: ["saldos", "movimientos"],
  });
  // This month and the last one follow automatically: one login for the link, and one per sync.
  await noSyncLeft();
  expect((await connections())[0]).toMatchObject({ datosListos: true });
  expect(await portalLog()).toMatchObject({ logins: 3, logouts: 3, failed_logins: 0 });

  const id = String(connection?.["id"]);
  const last = addMonths(periodoOf(new Date()), -1);
  const periodo = addMonths(last, -1);
  const wanted = { periodo, limit: 500 };
  const unread = await call("banco_a.movimientos.consultar", wanted, id);
  const cobertura = unread.data?.["cobertura"] as {
    estado: string;
    siguiente: { tool_id: string; input: object; connection_id: string };
  };
  expect(cobertura.estado).toBe("nunca_sincronizado");
  // The call that an agent is told to make, with only its patience added.
  const { tool_id, input, connection_id } = cobertura.siguiente;
  const synced = await call(tool_id, { ...input, esperarSegundos: 25 }, connection_id);
  expect(synced.data).toMatchObject({ status: "succeeded" });

  for (const month of [last, periodo]) {
    const rows = await truthOf(month);
    expect(rows.length).toBeGreaterThan(100);
    expect(ofStored(await storedOf(month, id))).toEqual(ofTruth(rows));
  }
}, 60_000);

async function storedOf(periodo: string, connection: string): Promise<StoredMovement[]> {
  const stored: StoredMovement[] = [];
  let cursor: unknown = null;
  do {
    const page = { periodo, limit: 500, ...(cursor !== null && { cursor }) };
    const { data } = await call("banco_a.movimientos.consultar", page, connection);
    expect(data).toMatchObject({ cobertura: { estado: "completo", siguiente: null } });
    stored.push(...(data?.["movimientos"] as StoredMovement[]));
    cursor = data?.["cursor"];
  } while (cursor !== null);
  return stored;
}

async function truthOf(periodo: string): Promise<TruthMovement[]> {
  const of = `resource=movimientos&periodo=${periodo}&rut=76555835-2`;
  const truth = await local.control<{ rows: TruthMovement[] }>(
    "GET",
    `/portals/banco_a/truth?${of}`,
  );
  return truth.rows;
}

test("a wrong password is reported with a warning, and the right one on the same page connects", async () => {
  await onPage(await newLink(), async (page) => {
    await type(page, { ...login, clave: "no-es-la-clave" });
    const note = page.getByRole("alert");
    await note.filter({ hasText: "Banco A rechazó los datos" }).waitFor();
    expect(await note.innerText()).toContain("puede bloquear la cuenta");
    expect(await connections()).toEqual([]);
    await type(page, { ...login });
    await heading(page, "Listo: Banco A quedó conectado");
  });
  expect(await portalLog()).toMatchObject({ failed_logins: 1 });
}, 60_000);

test("a system that is down costs no try, and the same link works later", async () => {
  await onPage(await newLink(), async (page) => {
    await fault("unavailable");
    await type(page, login);
    const note = page.getByRole("alert");
    await note.filter({ hasText: "Banco A no está respondiendo" }).waitFor();
    expect(await note.innerText()).toContain("El problema no es tu clave");
    await fault("session_active");
    await type(page, login);
    await note.filter({ hasText: "Hay una sesión abierta con ese usuario" }).waitFor();
    await type(page, { ...login, clave: "no-es-la-clave" });
    await note.filter({ hasText: "Te queda un intento" }).waitFor();
    await type(page, login);
    await heading(page, "Listo: Banco A quedó conectado");
  });
}, 60_000);

test("a blocked account is reported as blocked, and nothing is connected", async () => {
  await onPage(await newLink(), async (page) => {
    await type(page, blockedLogin);
    await page.getByRole("alert").filter({ hasText: "La cuenta está bloqueada" }).waitFor();
  });
  expect(await connections()).toEqual([]);
  expect(await portalLog()).toMatchObject({ logins: 0, failed_logins: 1 });
}, 60_000);

test("a rejected credential is renewed by exactly the call that the refusal names", async () => {
  const id = await connect();
  const current = { periodo: periodoOf(new Date()), alcances: ["saldos"] };
  await fault("wrong_password");
  await call("banco_a.conexion.sincronizar", { ...current, esperarSegundos: 25 }, id);
  expect((await connections())[0]).toMatchObject({
    credencial: "rechazada",
    estado: "requiere_credencial",
  });

  const { error } = await call("banco_a.conexion.sincronizar", current, id);
  expect(error?.code).toBe("connection_credential_required");
  const fix = error?.details?.["fix"] as { tool_id: string; input: Record<string, unknown> };
  const { data } = await call(fix.tool_id, fix.input);
  expect(data).toMatchObject({ modo: "reconectar" });
  await onPage(String(data?.["url"]), async (page) => {
    await heading(page, "Vuelve a conectar Banco A");
    await page.getByText("76.555.835-2").waitFor();
    expect(await page.getByLabel("RUT de la empresa").count()).toBe(0);
    await type(page, { rut: login.rut, clave: login.clave });
    await heading(page, "Listo: Banco A quedó conectado");
  });
  const [renewed, ...others] = await connections();
  expect(others).toEqual([]);
  expect(renewed).toMatchObject({ id, credencial: "viva", estado: "activa", rut: "76555835-2" });
  await noSyncLeft();
  const synced = await call(
    "banco_a.conexion.sincronizar",
    { ...current, esperarSegundos: 25 },
    id,
  );
  expect(synced.data).toMatchObject({ status: "succeeded" });
}, 60_000);

test("a connection keeps its company, whatever login is typed and whatever company the portal opens", async () => {
  const id = await connect();
  const stranger = furtherLogin(1);
  const url = await newLink({ modo: "reconectar", conexionId: id });
  await onPage(url, async (page) => {
    const note = page.getByRole("alert");
    await type(page, { rut: stranger.rut, clave: stranger.clave });
    await note.filter({ hasText: "Ese usuario no opera la empresa" }).waitFor();
    await fault("identity_mismatch");
    await type(page, { rut: login.rut, clave: login.clave });
    await note.filter({ hasText: "Esos datos son de otra empresa" }).waitFor();
    expect(await note.innerText()).toContain("Una conexión no cambia de empresa");
  });
  expect(await connections()).toMatchObject([{ id, rut: "76555835-2", credencial: "viva" }]);
  const log = await portalLog();
  expect(log["logouts"]).toBe(log["logins"]);
  const verified = await call("banco_a.conexion.verificar", {}, id);
  expect(verified.data).toMatchObject({ valida: true });
}, 60_000);

test("two companies of one person are two connections; the same one again renews the first", async () => {
  const first = await connect();
  const second = await connect({ ...login, empresa: "76.177.907-9" });
  expect(second).not.toBe(first);
  await onPage(await newLink(), async (page) => {
    await type(page, login);
    await heading(page, "Listo: Banco A quedó conectado");
  });
  const ruts = (await connections()).map(({ id, rut }) => [id, rut]);
  expect(ruts).toEqual([
    [first, "76555835-2"],
    [second, "76177907-9"],
  ]);
}, 60_000);
