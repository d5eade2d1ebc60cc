import { afterAll, beforeAll, expect, test } from "vitest";
import {
  cookiesOf,
  dashboardScene,
  type DashboardScene,
} from "#tests/support/scenes/dashboard-scene.ts";
import {
  desktop,
  openPageChecks,
  type PageChecks,
} from "#tests/support/page-states/page-checks.ts";

/* What the script does with buttons, on the browser's own clock, which the tests move. */

let scene: DashboardScene;
let checks: PageChecks;
beforeAll(async () => {
  scene = await dashboardScene();
  checks = await openPageChecks();
});
afterAll(async () => {
  await checks?.close();
  await scene?.close();
});

test("a file can be requested again on the page that stays", async () => {
  await checks.withPage(desktop, async (page) => {
    await page.context().addCookies(cookiesOf(scene, scene.full));
    await page.clock.install({ time: scene.api.clock.now() });
    await page.goto(`${scene.origin}/dashboard/${scene.organizationId}/carpetas/${scene.folderId}`);
    const button = page.locator("form[data-download] button");
    for (let n = 0; n < 2; n += 1) {
      const saved = page.waitForEvent("download");
      await button.press("Enter");
      expect((await saved).suggestedFilename()).toMatch(/^carpeta-.*\.pdf$/);
      expect([await button.innerText(), await button.isDisabled()]).toEqual(["Descargando…", true]);
      await page.clock.runFor(5_000);
      expect([await button.innerText(), await button.isDisabled()]).toEqual([
        "Descargar el PDF",
        false,
      ]);
      // A disabled button loses it, and the next Tab would begin at the top of the page.
      expect(await button.evaluate((at) => at.matches(":focus"))).toBe(true);
    }
  });
});

test("a button that has copied also says so to screen readers", async () => {
  const permissions = ["clipboard-read", "clipboard-write"];
  await checks.withPage({ ...desktop, permissions }, async (page) => {
    await page.context().addCookies(cookiesOf(scene, scene.full));
    await page.goto(`${scene.origin}/dashboard/${scene.bareOrganizationId}`);
    const button = page.locator(".copied button").first();
    const name = (await button.getAttribute("aria-label")) ?? "";
    expect(name).toMatch(/^Copiar /);
    await button.click();
    await page.getByRole("button", { name: name.replace("Copiar ", "Copiado: ") }).waitFor();
    expect(await button.innerText()).toBe("Copiado");
  });
});
