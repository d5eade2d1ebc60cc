import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, type OpenedBrowser } from "#tests/support/browsers/open-browser.ts";
import { dashboardScene, type DashboardScene } from "#tests/support/scenes/dashboard-scene.ts";

let scene: DashboardScene;
let opened: OpenedBrowser;
beforeAll(async () => {
  scene = await dashboardScene();
  opened = await openBrowser();
});
afterAll(async () => {
  await opened?.close();
  await scene?.close();
});

const answers = [
  ["Permitir lo marcado", "code"],
  ["No dar acceso", "error"],
] as const;

// What a browser sends for a form depends on it, on our script and on the page's policy.
test.each(
  answers.flatMap((answer) => [true, false].map((scripts) => [...answer, scripts] as const)),
)(
  "«%s» leads to the client with its %s (scripts: %s)",
  async (button, parameter, javaScriptEnabled) => {
    const context = await opened.browser.newContext({ locale: "es-CL", javaScriptEnabled });
    const cookie = { name: "connect", value: scene.full.cookie, url: scene.origin };
    await context.addCookies([{ ...cookie, httpOnly: true, sameSite: "Lax" }]);
    try {
      const page = await context.newPage();
      await page.goto(`${scene.origin}${scene.asking}&org=${scene.organizationId}`);
      const answered = page.waitForRequest(/^http:\/\/127\.0\.0\.1:49152\/callback\?/);
      await page.getByRole("button", { name: button }).click();
      const { searchParams } = new URL((await answered).url());
      expect([...searchParams.keys()]).toContain(parameter);
    } finally {
      await context.close();
    }
  },
);
