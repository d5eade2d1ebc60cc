import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#infra/local/ports.ts";
import { listen, type Listening } from "#infra/server/listen.ts";
import { callTool } from "#tests/support/scenes/api.ts";
import { companyRut, mailScene, type MailScene } from "#tests/support/scenes/mail-scene.ts";
import {
  openPageChecks,
  phoneOf,
  type PageChecks,
} from "#tests/support/page-states/page-checks.ts";

// Only a browser decides this: whether the page's policy and its cookie let a person go to the provider, and return.

let scene: MailScene;
let server: Listening;
let checks: PageChecks;
beforeAll(async () => {
  const port = await freePort();
  scene = await mailScene({ baseUrl: `http://127.0.0.1:${port}` });
  server = await listen(scene.app.fetch, port);
  checks = await openPageChecks();
});
afterAll(async () => {
  await checks?.close();
  await server?.close();
  await scene?.close();
});

async function answerAt(page: Page, decision: "Permitir" | "Rechazar"): Promise<void> {
  await page.getByRole("button", { name: "Continuar en tu proveedor" }).click();
  await page.getByLabel("Cuenta").fill("ana.soto@correo.sandbox.test");
  await page.getByLabel("Clave").fill("clave-correo");
  await page.getByRole("button", { name: "Ingresar" }).click();
  await page.getByRole("button", { name: decision }).click();
}

test("a person who first declines, and then agrees, connects the account", async () => {
  const { key } = await scene.organization({ name: "Contadores del Maule SpA" });
  const given = { sistema: "correo", modo: "crear" };
  const { body } = await callTool(scene.app, "conexiones.enlace.crear", given, { key });
  await checks.withPage(phoneOf(360, 740), async (page) => {
    await page.goto(String(body.data?.["url"]));
    await checks.expectSound(page, "correo-formulario");
    await page.getByLabel("RUT de la empresa de la cuenta").fill(companyRut);
    await answerAt(page, "Rechazar");
    await page.getByRole("heading", { name: "No quedó el permiso" }).waitFor();
    await checks.expectSound(page, "correo-sin-permiso");
    // Earlier input is still there.
    expect(await page.getByLabel("RUT de la empresa de la cuenta").inputValue()).toBe(
      "76.555.835-2",
    );
    await answerAt(page, "Permitir");
    await page.getByRole("heading", { name: /quedó conectado/ }).waitFor();
    await checks.expectSound(page, "correo-listo");
  });
});
