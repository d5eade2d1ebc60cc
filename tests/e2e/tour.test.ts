import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyWebhook } from "#lib/client/verify-webhook.ts";
import { openBrowser, type OpenedBrowser } from "#tests/support/browsers/open-browser.ts";
import { startTestLocal } from "#tests/support/scenes/start-test-local.ts";
import {
  ofStored,
  ofTruth,
  type StoredMovement,
  type TruthMovement,
} from "#tests/support/portals/movements.ts";
import { typeIn } from "#tests/support/page-states/page-state.ts";
import {
  picture,
  receiverUrl,
  taken,
  tourBegins,
  tourScreen,
  tourWorld,
  type TourWorld,
} from "#tests/support/tour.ts";
import { invoice } from "#tests/support/scenes/tributario-scene.ts";

/* The story of docs/tour.md, played. Each test continues where the previous one stopped. */

const mail = "ana.soto@maule.example";
const password = "cuatro palabras al azar";
const company = { empresa: "76.555.835-2", rut: "12.345.678-5", clave: "clave-bancoa" };

let world: TourWorld;
let opened: OpenedBrowser;
let context: BrowserContext;
let page: Page;
let home: string;
let organizationId: string;
let connection: string;
let key: string;
let secret: string;
let endpoint: string;

beforeAll(async () => {
  world = tourWorld(await startTestLocal(undefined, tourBegins()));
  // The seeded organization's schedules would start seven browsers in the night.
  const { own } = world.local;
  await world.local.control("PATCH", `/organizations/${own.id}`, { billing: "none" });
  opened = await openBrowser();
  context = await opened.browser.newContext(tourScreen);
  page = await context.newPage();
});
afterAll(async () => {
  await opened?.close();
  await world?.local.close();
});

const heading = (name: string | RegExp): Promise<void> =>
  page.getByRole("heading", { name }).first().waitFor();
const section = (name: string): Promise<void> =>
  page.getByRole("navigation", { name: "Secciones" }).getByRole("link", { name }).click();
const follow = (name: string | RegExp): Promise<void> =>
  page.locator("main").getByRole("link", { name }).first().click();
const press = (name: string | RegExp): Promise<void> =>
  page.locator("main").getByRole("button", { name }).first().click();
const shownOnce = (label: string): Promise<string> =>
  page.locator(`[data-copy="${label}"]`).innerText();
const partOf = (name: string): Locator => page.getByRole("heading", { name });

test("signs up, confirms the mail and creates an organization", async () => {
  await page.goto(`${world.local.ready.baseUrl}/login`);
  await page.getByRole("link", { name: "Crear una cuenta" }).click();
  await typeIn(page, { nombre: "Ana Soto", correo: mail, clave: password });
  const { code } = await world.mailTo(mail, "verify_code");
  await typeIn(page, { codigo: code ?? "" });
  await typeIn(page, { clave: password });
  await typeIn(page, { nombre: "Contadores del Maule SpA" });
  await heading("Primeros pasos");
  home = page.url();
  organizationId = new URL(home).pathname.split("/")[2] ?? "";
  await picture(page, "1-inicio");
  await world.local.control("PATCH", `/organizations/${organizationId}`, { plan: "business" });
});

test("connects a bank: a link, a tried login, and the calendar fills by itself", async () => {
  await section("Conexiones");
  await page.getByLabel("Sistema").selectOption("banco_a");
  await press("Crear el enlace");
  await page.goto(await shownOnce("Enlace"));
  await page.getByLabel("RUT de la empresa").fill(company.empresa);
  await page.getByLabel("RUT de la persona que ingresa").fill(company.rut);
  await page.getByLabel("Clave de acceso", { exact: true }).fill(company.clave);
  await picture(page, "2-enlace", { height: 960 });
  await press("Probar y conectar");
  await heading("Listo: Banco A quedó conectado");

  await page.goto(home);
  await section("Conexiones");
  await follow("Importadora Ñuble");
  connection = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await page.waitForLoadState("load");
  let loads = 0;
  page.on("load", () => (loads += 1));
  const calendar = page.locator("svg desc", { hasText: "Movimientos" });
  const shows = (text: string | RegExp): Promise<void> =>
    calendar.filter({ hasText: text }).waitFor({ state: "attached", timeout: 60_000 });
  // A fast machine reads both months between two polls of the page.
  await shows(/Movimientos: [12] completo/);
  await picture(page, "3-calendario", { from: partOf("Qué se ha leído"), height: 360 });
  await shows("Movimientos: 2 completo");
  await page.getByText("Nada se está leyendo.").waitFor({ state: "attached" });
  expect(loads).toBe(0);
});

test("makes a key, shown once, which reads what the bank has", async () => {
  await section("Claves");
  await follow("Crear una clave");
  await follow("Solo lectura");
  await typeIn(page, { nombre: "Planilla de caja" }, "Crear la clave");
  await heading("La clave está lista");
  key = await shownOnce("Clave");
  await picture(page, "4-clave");

  const periodo = `${tourBegins().getUTCFullYear()}-02`;
  const input = { periodo, limit: 500 };
  const read = await world.call("banco_a.movimientos.consultar", input, { key, connection });
  const { rows } = await world.local.control<{ rows: TruthMovement[] }>(
    "GET",
    `/portals/banco_a/truth?resource=movimientos&periodo=${periodo}`,
  );
  expect(rows).toHaveLength(40);
  expect(ofStored(read["movimientos"] as StoredMovement[])).toEqual(ofTruth(rows));
});

test("makes a webhook, and sees its test arrive without a reload", async () => {
  await section("Webhooks");
  await page.locator("main input[name=url]").fill(receiverUrl);
  await press("Crear y ver su secreto");
  await heading("Webhook creado");
  secret = await shownOnce("Secreto");
  await follow("Ir al webhook y probarlo");
  endpoint = page.url();
  await press("Enviar una prueba");
  await page.locator(".tag", { hasText: "Pendiente" }).waitFor();
  await world.minutes(1);
  await page.locator(".tag", { hasText: "Entregada" }).waitFor();
  await picture(page, "5-prueba");
});

test("the receiver breaks in the night, the webhook disables itself, and Inicio says so", async () => {
  await world.receiverAnswers(404);
  const sync = async () => {
    const input = { periodo: `${tourBegins().getUTCFullYear()}-03`, alcances: ["saldos"] };
    const asked = () => world.ask("banco_a.conexion.sincronizar", input, { key, connection });
    // The schedule may be reading the same month as the minute passes.
    await expect.poll(async () => (await asked()).status, { timeout: 60_000 }).toBe(200);
    await world.noSyncLeft(key);
    await world.minutes(1);
  };
  for (let failures = 0; failures < 5; failures += 1) await sync();
  await world.until(new Date(tourBegins().getTime() + 9 * 3_600_000));
  await world.noSyncLeft(key);
  const { text } = await world.mailTo(mail, "endpoint_disabled");
  const host = new URL(receiverUrl).host.replaceAll(".", ". ");
  expect(text).toContain(`Dejamos de enviar a «${host}»: el receptor respondió 404.`);

  await page.goto(home);
  await page.getByText(`Deshabilitamos ${receiverUrl}`).waitFor();
  await picture(page, "6-de-manana");
});

test("repaired, it gets every event of the night once, unchanged", async () => {
  await follow("Arreglar");
  await page.getByText("Cinco entregas seguidas fallaron del todo.").waitFor();
  await picture(page, "7-deshabilitado");
  await world.receiverAnswers(200);
  const before = (await world.received()).length;
  await press("Habilitar");
  await follow("Ver lo que no le llegó");
  await heading("Lo que no le llegó");
  await picture(page, "8-perdidos", { height: 960 });
  const lost = await page.locator("main tbody tr").count();
  // Five that failed, and what the schedule read before anybody was awake.
  expect(lost).toBeGreaterThan(5);
  for (let left = lost; left > 0; left -= 1) {
    await expect.poll(() => page.locator("main tbody tr").count()).toBe(left);
    await press(/^(?:Recuperar|Reenviar) /);
  }
  await heading("Nada falta aquí");
  await world.minutes(1);

  const { data } = (await world.local.get(`/v1/events?type=sync.succeeded`, key)).body;
  const since = tourBegins().getTime();
  const night = (data as unknown as { id: string; timestamp: string }[]).filter(
    ({ timestamp }) => Date.parse(timestamp) > since,
  );
  const got = (await world.received()).slice(before);
  const opened = await Promise.all(
    got.map(({ headers, body }) => {
      const now = new Date(Number(headers["webhook-timestamp"]) * 1000);
      return verifyWebhook(Buffer.from(body, "base64"), headers, secret, { now });
    }),
  );
  expect(opened).toHaveLength(lost);
  const told = new Map(night.map(({ id, timestamp }) => [id, timestamp]));
  expect(new Set(opened.map(({ id }) => id)).size).toBe(lost);
  for (const { id, timestamp } of opened) expect(timestamp).toBe(told.get(id));

  await page.goto(endpoint);
  await picture(page, "9-recuperado", { from: partOf("Salud de las entregas"), height: 560 });
});

test("confirms an agent's invoice: one document at the authority", async () => {
  const tax = await connectAuthority();
  const scopes = ["tributario:read", "tributario:write"];
  const agent = {
    key: await world.key(organizationId, "Agente de cobranza", scopes),
    connection: tax,
  };
  const program = { key: await world.key(organizationId, "Facturador", scopes), connection: tax };
  const { previewRef } = await world.call("tributario.dte.previsualizar", invoice(350_000), agent);
  const emission = { ...program, idempotencyKey: randomUUID() };
  const asked = await world.ask("tributario.dte.emitir", { previewRef }, emission);
  expect(asked.status).toBe(428);

  await page.goto(String(asked.body.error?.details?.["url"]));
  await heading("Factura electrónica");
  await page.getByText("$416.500").first().waitFor();
  await picture(page, "10-confirmar", { height: 1240 });
  await press("Confirmar la emisión");
  // It is the next morning, so an irreversible action asks for the password.
  await typeIn(page, { clave: password });
  await press("Confirmar la emisión");
  await page.getByText("Lo confirmó Ana Soto").waitFor();
  const { folio } = await world.call("tributario.dte.emitir", { previewRef }, emission);
  await section("Emisiones");
  await follow(`Factura electrónica ${String(folio)}`);
  await heading(`Factura electrónica ${String(folio)}`);
  await picture(page, "11-emitida");
  const log = await world.local.control("GET", "/portals/tributario/log");
  expect(log).toMatchObject({ emitted: 1 });
});

/** Through a link again, this time requested by a program: the link says what it may read. */
async function connectAuthority(): Promise<string> {
  const scopes = ["tributario:read", "conexiones:read"];
  const asker = { key: await world.key(organizationId, "Agente de cobranza", scopes) };
  const link = { sistema: "tributario", modo: "crear", alcances: ["dte"] };
  const { url } = await world.call("conexiones.enlace.crear", link, asker);
  await page.goto(String(url));
  await page.getByLabel("RUT de la empresa").fill(company.empresa);
  await page.getByLabel("RUT de la persona que ingresa").fill(company.empresa);
  await page.getByLabel("Clave tributaria", { exact: true }).fill("clave-tributario");
  await page.getByLabel(/^Clave del certificado/).fill("firma-tributario");
  await press("Probar y conectar");
  await heading(/quedó conectado/);
  await world.noSyncLeft(asker.key);
  const { conexiones } = await world.call("conexiones.estado.consultar", {}, asker);
  const all = conexiones as { id: string; sistema: string }[];
  return all.find(({ sistema }) => sistema === "tributario")?.id ?? "";
}

test("docs/tour.md shows each of these pictures, and no other", async () => {
  const text = await readFile("docs/tour.md", "utf8");
  const shown = [...text.matchAll(/\]\(tour\/([\w-]+)\.png\)/g)].map(([, name]) => name);
  expect(shown).toEqual(taken);
  expect(shown.length).toBeGreaterThan(8);
  const files = (await readdir("docs/tour")).toSorted();
  expect(files).toEqual(taken.map((name) => `${name}.png`).toSorted());
});
