import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { momentText } from "#lib/chile/index.ts";
import { openBrowser, type OpenedBrowser } from "#tests/support/browsers/open-browser.ts";
import { startTestLocal, type TestLocal } from "#tests/support/scenes/start-test-local.ts";

/*
 * One login, typed wrong at several links of two organizations. The simulated portal locks an account at the
 * third refusal in a row.
 */

const login = { empresa: "76.555.835-2", rut: "12.345.678-5", clave: "clave-bancoa" };
const mostRefusals = 2;
const pauseHours = 24;

let local: TestLocal;
let opened: OpenedBrowser;
beforeAll(async () => {
  local = await startTestLocal();
  opened = await openBrowser();
});
afterAll(async () => {
  await opened?.close();
  await local?.close();
});

async function organization(name: string): Promise<string> {
  const { id } = await local.control<{ id: string }>("POST", "/organizations", {
    name,
    plan: "pro",
    billing: "active",
    connectors: ["banco_a"],
  });
  const { key } = await local.control<{ key: string }>("POST", "/keys", {
    organizationId: id,
    scopes: ["banco_a:read", "conexiones:read"],
  });
  return key;
}

async function newLink(key: string): Promise<string> {
  const input = { sistema: "banco_a", modo: "crear", alcances: ["saldos"], expiraEnMinutos: 4_320 };
  const { body } = await local.call("conexiones.enlace.crear", input, { key });
  return String(body.data?.["url"]);
}

const portalLog = (): Promise<Record<string, number>> =>
  local.control("GET", "/portals/banco_a/log");

/** Types at the link, and returns what its page says in the end. */
async function type(page: Page, url: string, clave: string): Promise<string> {
  await page.goto(url);
  if ((await page.getByRole("button", { name: "Probar y conectar" }).count()) === 0) {
    return page.getByRole("heading").first().innerText();
  }
  await page.getByLabel("RUT de la empresa").fill(login.empresa);
  await page.getByLabel("RUT de la persona que ingresa").fill(login.rut);
  await page.getByLabel("Clave de acceso", { exact: true }).fill(clave);
  await page.getByRole("button", { name: "Probar y conectar" }).click();
  const end = page.getByRole("alert").or(page.getByRole("heading", { name: /^Listo|Se acabaron/ }));
  await end.first().waitFor({ timeout: 60_000 });
  return end.first().innerText();
}

test("six links of two organizations lock nobody out, and the right password connects after the pause", async () => {
  await local.control("POST", "/reset");
  const keys = [await organization("Contadores del Maule SpA"), await organization("Otra gente")];
  const links: string[] = [];
  for (const key of keys) for (let at = 0; at < 3; at += 1) links.push(await newLink(key));
  const context = await opened.browser.newContext({ locale: "es-CL" });
  try {
    const page = await context.newPage();
    const said: string[] = [];
    for (const [place, url] of links.entries()) {
      said.push(await type(page, url, `no-es-${place}`));
      const { failed_logins: refused = 0 } = await portalLog();
      expect(refused).toBeLessThanOrEqual(mostRefusals);
    }
    expect(await portalLog()).toMatchObject({ failed_logins: mostRefusals, logins: 0 });
    const paused = said.slice(mostRefusals);
    const [told = ""] = paused;
    expect(told).toContain("Por ahora no podemos probar ese usuario");
    // The same for everybody, and nothing about who tried.
    expect(new Set(paused)).toEqual(new Set([told]));
    expect(told).not.toMatch(/Maule|Otra gente|intentos/);

    const { now } = await local.control<{ now: string }>("GET", "/clock");
    const ends = [0, 1, 2, 3, 4].map((minutes) =>
      momentText(new Date(Date.parse(now) + pauseHours * 3_600_000 - minutes * 60_000)),
    );
    expect(ends.filter((moment) => told.includes(moment))).toHaveLength(1);

    // The right password has to wait too, until the hour that the page says.
    const [, , third = ""] = links;
    expect(await type(page, third, login.clave)).toBe(told);
    expect(await portalLog()).toMatchObject({ failed_logins: mostRefusals, logins: 0 });
    await local.control("POST", "/clock", { advance: `PT${pauseHours}H1M` });
    expect(await type(page, third, login.clave)).toContain("Listo: Banco A quedó conectado");
    const { failed_logins: refused = 0 } = await portalLog();
    expect(refused).toBe(mostRefusals);
  } finally {
    await context.close();
  }
}, 240_000);
