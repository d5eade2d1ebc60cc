import { afterAll, beforeAll, expect, test } from "vitest";
import {
  desktop,
  openPageChecks,
  type PageChecks,
} from "#tests/support/page-states/page-checks.ts";
import { account, authorizeUrl, exchange, password } from "../../testing/correo.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";

let sandbox: TestSandbox;
let checks: PageChecks;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  checks = await openPageChecks();
});
afterAll(async () => {
  await checks?.close();
  await sandbox?.close();
});

test("a person logs in, unticks a permission and allows the rest, on accessible pages", async () => {
  await checks.withPage(desktop, async (page) => {
    const redirect_uri = `${sandbox.url}/connect/oauth/callback`;
    await page.goto(authorizeUrl(sandbox, { redirect_uri, login_hint: account }));
    await checks.expectSound(page, "mail-provider-login");
    await page.getByLabel("Clave").fill("no-es-la-clave");
    await page.getByRole("button", { name: "Ingresar" }).click();
    await page.getByRole("alert").waitFor();
    await checks.expectSound(page, "mail-provider-login-refused");
    await page.getByLabel("Clave").fill(password);
    await page.getByRole("button", { name: "Ingresar" }).click();
    await page.getByRole("heading", { name: "Permisos" }).waitFor();
    await checks.expectSound(page, "mail-provider-permissions");
    await page.getByLabel("Leer y buscar").uncheck();
    await page.getByRole("button", { name: "Permitir" }).click();
    await page.waitForURL(/\/connect\/oauth\/callback\?code=/);
    const code = new URL(page.url()).searchParams.get("code") ?? "";
    const { body } = await exchange(sandbox, code, { redirect_uri });
    expect(body.scope).toBe("buzon.redactar buzon.enviar");
    await page.goto(authorizeUrl(sandbox, { client_id: "otro" }));
    await checks.expectSound(page, "mail-provider-refused");
  });
});
