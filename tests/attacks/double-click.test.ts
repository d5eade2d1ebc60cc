import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, type OpenedBrowser } from "#tests/support/browsers/open-browser.ts";
import { dashboardScene, type DashboardScene } from "#tests/support/scenes/dashboard-scene.ts";
import { signedInAs } from "#tests/support/scenes/dashboard-people.ts";

/*
 * A stranger's site opens a small window that asks for a double click, and leads the page behind it here. The
 * window closes at the first click: the second one is on our button, whatever may frame our pages.
 */

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

const granted = "select 1 from grants where consented_at > $1";
const permit = "Permitir lo marcado";

/** A click of a finger that does not wait for the button. */
function clickAtOnce(page: Page, button: string): Promise<void> {
  return page.getByRole("button", { name: button }).evaluate((found: { click(): void }) => {
    found.click();
  });
}

test("a click counts only once the page has been in front: at first, and after another window", async () => {
  const since = scene.api.clock.now();
  scene.api.clock.advance(1_000);
  const context = await opened.browser.newContext({ locale: "es-CL" });
  const cookie = { name: "connect", value: scene.full.cookie, url: scene.origin };
  await context.addCookies([{ ...cookie, httpOnly: true, sameSite: "Lax" }]);
  try {
    const page = await context.newPage();
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
    });
    await page.goto(`${scene.origin}${scene.asking}&org=${scene.organizationId}`);
    await clickAtOnce(page, permit);
    await page.clock.runFor(600);
    await page.evaluate(`dispatchEvent(new Event("focus"))`);
    await page.clock.runFor(600);
    await clickAtOnce(page, permit);
    expect(sent).toEqual([]);
    expect(await scene.api.database.owner(granted, [since])).toEqual([]);

    await page.clock.runFor(200);
    const answered = page.waitForRequest(/^http:\/\/127\.0\.0\.1:49152\/callback\?/);
    await clickAtOnce(page, permit);
    await page.clock.runFor(100);
    expect(new URL((await answered).url()).searchParams.has("code")).toBe(true);
    expect(sent).toEqual(["/consent"]);
    expect(await scene.api.database.owner(granted, [since])).toHaveLength(1);
  } finally {
    await context.close();
  }
});

test("so it is wherever one click gives a right or cannot be undone", async () => {
  const by = signedInAs(scene.dashboard, scene.full);
  const root = `/dashboard/${scene.organizationId}`;
  const preparation = `${root}/confirmaciones/${scene.preparationId}`;
  for (const [page, form] of [
    [`${scene.asking}&org=${scene.organizationId}`, "/consent"],
    [preparation, `${preparation}/confirmar`],
  ] as const) {
    const { text } = await by.get(page);
    expect(text, page).toMatch(new RegExp(`<form method="post" action="${form}" data-considered`));
  }
});
