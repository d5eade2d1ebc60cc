import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#infra/local/ports.ts";
import { listen, type Listening } from "#infra/server/listen.ts";
import { updateOrganization } from "#lib/identity/index.ts";
import type { LinkFailure } from "#lib/links/index.ts";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import {
  linkScene,
  typedLogin,
  type LinkScene,
  type MadeLink,
} from "#tests/support/scenes/links.ts";
import {
  openPageChecks,
  phoneOf,
  type PageChecks,
} from "#tests/support/page-states/page-checks.ts";

const phone = phoneOf(320, 640);
const volverA = "https://app.maule.example/listo";

let scene: LinkScene;
let server: Listening;
let checks: PageChecks;
let origin: string;
let owner: TestOrganization;
beforeAll(async () => {
  scene = await linkScene();
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  server = await listen(scene.app.fetch, port);
  checks = await openPageChecks();
  owner = await scene.organization({ name: "Contadores del Maule SpA" });
});
afterAll(async () => {
  await checks?.close();
  await server?.close();
  await scene?.close();
});

const pathOf = (link: MadeLink): string => `${origin}/connect/${link.token}`;
const made = () => scene.makeLink(owner, { volverA });

async function fill(page: Page): Promise<void> {
  await page.getByLabel("RUT de la empresa").fill(typedLogin.empresa);
  await page.getByLabel("RUT de la persona").fill(typedLogin.rut);
  await page.getByLabel("Clave de acceso", { exact: true }).fill(typedLogin.clave);
}

async function tried(): Promise<MadeLink> {
  const link = await made();
  await scene.submit(link.token);
  return link;
}

async function failed(failure: LinkFailure, times = 1): Promise<MadeLink> {
  const link = await made();
  for (let at = 0; at < times; at += 1) {
    await scene.submit(link.token);
    await scene.fail(link.id, failure);
  }
  return link;
}

async function connected(): Promise<MadeLink> {
  const link = await tried();
  await scene.succeed(link.id);
  return link;
}

async function unpaid(): Promise<MadeLink> {
  const poor = await scene.organization();
  const link = await scene.makeLink(poor, { volverA });
  await updateOrganization(scene.deps, poor.id, { billing: "past_due" });
  return link;
}

async function expired(): Promise<MadeLink> {
  const link = await scene.makeLink(owner, { volverA, expiraEnMinutos: 5 });
  scene.clock.moveTo(new Date(Date.parse(link.expiraEn) + 1));
  return link;
}

/** How each page of a known link ends for a person who goes back: the link, its page, the word. */
const endings: readonly [string, () => Promise<MadeLink>, string, string][] = [
  ["formulario", made, "", "cancelado"],
  ["clave_rechazada", () => failed("clave_rechazada"), "", "error"],
  ["cuenta_bloqueada", () => failed("cuenta_bloqueada"), "", "bloqueado"],
  ["ingreso_en_pausa", () => failed("ingreso_en_pausa"), "", "en_pausa"],
  ["aprobacion_pendiente", () => failed("aprobacion_pendiente"), "", "error"],
  ["portal_caido", () => failed("portal_caido"), "", "error"],
  ["agotado", () => failed("clave_rechazada", 2), "", "agotado"],
  ["progreso", tried, "/progreso", "en_pausa"],
  ["listo", connected, "/progreso", "conectado"],
  ["usado", connected, "", "usado"],
  ["sin-pago", unpaid, "", "en_pausa"],
  ["vencido", expired, "", "vencido"],
];

test.each([true, false])(
  "every page leads back, scripts allowed: %s",
  async (javaScriptEnabled) => {
    await checks.withPage({ ...phone, javaScriptEnabled }, async (page) => {
      const expectBack = async (link: MadeLink, state: string, name: string) => {
        const back = page.getByRole("link", { name: "Volver a app.maule.example" });
        const href = `${volverA}?enlace=${link.id}&estado=${state}`;
        expect([name, await back.getAttribute("href")]).toEqual([name, href]);
        // The checks of a page are scripts too.
        if (javaScriptEnabled) await checks.expectSound(page, `end-${name}`);
      };
      for (const [name, bring, path, state] of endings) {
        const link = await bring();
        await page.goto(`${pathOf(link)}${path}`);
        await expectBack(link, state, name);
      }
      const declined = await made();
      await page.goto(pathOf(declined));
      await page.getByRole("button", { name: "No quiero conectar" }).click();
      await page.getByRole("heading", { name: "No conectaste Banco Prueba" }).waitFor();
      await expectBack(declined, "cancelado", "rechazado");
    });
  },
);

test.each([true, false])(
  "the person who connected ends the access, scripts allowed: %s",
  async (javaScriptEnabled) => {
    const link = await scene.makeLink(owner);
    await checks.withPage({ ...phone, javaScriptEnabled }, async (page) => {
      await page.goto(pathOf(link));
      await page.getByText("Dura hasta que lo cortes").waitFor();
      await fill(page);
      await page.getByRole("button", { name: "Probar y conectar" }).click();
      await page.getByRole("heading", { name: "Estamos probando" }).waitFor();
      const { connectionId } = await scene.succeed(link.id);
      await page.getByRole("heading", { name: "Listo" }).waitFor({ timeout: 15_000 });
      if (javaScriptEnabled) await checks.expectSound(page, "listo-con-direccion");
      const address = page.locator(".address a");
      const path = new URL((await address.getAttribute("href")) ?? "").pathname;
      await page.goto(`${origin}${path}`);
      await page.getByRole("heading", { name: "Corta el acceso a Banco Prueba" }).waitFor();
      if (javaScriptEnabled) await checks.expectSound(page, "cortar");
      await page.getByRole("button", { name: "Cortar el acceso" }).click();
      await page.getByRole("heading", { name: "está cortado" }).waitFor();
      if (javaScriptEnabled) await checks.expectSound(page, "cortado");
      const left = "select 1 from credentials where connection_id = $1";
      expect(await scene.database.owner(left, [connectionId])).toEqual([]);
    });
  },
);
