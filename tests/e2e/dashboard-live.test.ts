import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pathOf } from "#tests/support/scenes/dashboard-forms.ts";
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
import { typeIn } from "#tests/support/page-states/page-state.ts";

/* What changes while somebody watches, on the browser's own clock, which the tests move. */

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

interface Looking {
  page: Page;
  /** The status of each answer to the page's own requests; 0 if there was none. */
  answers: number[];
  /** How often the page was loaded. */
  loads(): number;
  /** That many milliseconds later, with all requests made meanwhile answered. */
  later(ms: number): Promise<void>;
}

const row = (set: string): Promise<unknown> =>
  scene.api.database.owner(`update sync_jobs set ${set} where id = $1`, [scene.reading.queued]);

/** On the page of a waiting sync. */
async function atSync(visit: (looking: Looking) => Promise<void>): Promise<void> {
  await row("status = 'queued', outcomes = '[]', progress = null, finished_at = null");
  await checks.withPage(desktop, async (page) => {
    await page.context().addCookies(cookiesOf(scene, scene.full));
    const answers: number[] = [];
    let loads = 0;
    page.on("load", () => (loads += 1));
    const answered = new Set<Request>();
    const note = (request: Request, status: number): void => {
      if (request.headers()["x-fragment"] === undefined || answered.has(request)) return;
      answered.add(request);
      answers.push(status);
    };
    page.on("response", (response) => note(response.request(), response.status()));
    // A 304 is reported as failed too, because it has no body.
    page.on("requestfailed", (request) => note(request, 0));
    await page.clock.install({ time: scene.api.clock.now() });
    await page.clock.pauseAt(new Date(scene.api.clock.now().getTime() + 1_000));
    await page.goto(scene.origin + pathOf(scene, "/dashboard/:org/sincronizaciones/:sjb"));
    await page.getByText("En cola", { exact: true }).waitFor();
    const later = async (ms: number): Promise<void> => {
      await page.clock.runFor(ms);
      await page.locator("[data-part]:not([aria-busy])").waitFor();
    };
    await visit({ page, answers, loads: () => loads, later });
  });
}

const setHidden = (page: Page, isHidden: boolean): Promise<unknown> =>
  page.evaluate(
    `Object.defineProperty(document, "hidden", { value: ${isHidden}, configurable: true });
     document.dispatchEvent(new Event("visibilitychange"))`,
  );
const focused = (page: Page): Promise<string> =>
  page.evaluate("document.activeElement.textContent.trim()");

test("a sync is followed from queued to done without a reload, with 304 while nothing changes", () =>
  atSync(async ({ page, answers, loads, later }) => {
    await later(1_000);
    await later(1_000);
    await later(1_000);
    expect(answers).toEqual([200, 304, 304]);

    const began = { startedAt: "2026-11-22T12:00:00Z", endedAt: null, error: null };
    await row(
      `status = 'running', started_at = now(), progress = '{"movimientos": ${JSON.stringify(began)}}'`,
    );
    await later(1_000);
    await page.getByRole("cell", { name: "Leyendo…" }).waitFor();
    const said = page.getByRole("status").filter({ hasText: "Leyendo. 0 de 2 módulos." });
    await said.waitFor({ state: "attached" });

    await row(`status = 'succeeded', finished_at = now(), outcomes =
      '[{"alcance":"movimientos","status":"ok","records_synced":7},{"alcance":"saldos","status":"ok","records_synced":1}]'`);
    await later(1_000);
    await page.getByRole("button", { name: "Repetir este mes" }).waitFor();
    expect(await page.getByRole("cell", { name: "Completo" }).count()).toBe(2);
    const asked = answers.length;
    // Nothing of it changes any more, so nothing is requested.
    await later(60_000);
    expect([answers.length, loads()]).toEqual([asked, 1]);
  }));

test("the focus stays through a swap, and moves to the part if its element is gone", () =>
  atSync(async ({ page, later }) => {
    await page.getByRole("link", { name: "Conexión de prueba" }).focus();
    await row("attempts = attempts + 1");
    await later(1_000);
    expect(await focused(page)).toBe("Conexión de prueba");
    await page.getByRole("button", { name: "Cancelar" }).focus();
    await row("status = 'running'");
    await later(1_000);
    await page.getByText("Leyendo", { exact: true }).waitFor();
    expect(await page.evaluate("document.activeElement.dataset.live")).toBe("lectura");
  }));

test("a hidden tab requests nothing, and requests at once when it is shown", () =>
  atSync(async ({ page, answers, later }) => {
    await later(1_000);
    expect(answers).toEqual([200]);
    await setHidden(page, true);
    await later(120_000);
    expect(answers).toEqual([200]);
    await row("status = 'running'");
    await setHidden(page, false);
    await later(0);
    await page.getByText("Leyendo", { exact: true }).waitFor();
    expect(answers).toEqual([200, 200]);
  }));

test("after three failures it says so and since when, keeps the old content, and retries on demand", () =>
  atSync(async ({ page, answers, later }) => {
    await later(1_000);
    await page.context().setOffline(true);
    const offline = page.locator("[data-offline]");
    const said = (line: string) => page.getByRole("status").filter({ hasText: line });
    await later(1_000);
    await later(1_000);
    expect(await offline.isVisible()).toBe(false);
    await later(1_000);
    await offline.filter({ hasText: "Sin conexión, última lectura hace 3 s" }).waitFor();
    await said("Sin conexión.").waitFor({ state: "attached" });
    await page.getByText("En cola", { exact: true }).waitFor();
    expect(answers).toEqual([200, 0, 0, 0]);

    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Probar ahora" }).click();
    await offline.waitFor({ state: "hidden" });
    await said("En cola. 0 de 2 módulos.").waitFor({ state: "attached" });
    expect(answers.at(-1)).toBe(304);
  }));

test("it polls less and less often, and not before it was told to", () =>
  atSync(async ({ page, answers, later }) => {
    const asksAfter = async (ms: number): Promise<void> => {
      const before = answers.length;
      await later(ms - 100);
      expect(answers).toHaveLength(before);
      await later(100);
      expect(answers).toHaveLength(before + 1);
    };
    await asksAfter(1_000);
    await asksAfter(1_000);
    await page.clock.fastForward(31_000);
    await later(0);
    await asksAfter(3_000);
    await page.clock.fastForward(180_000);
    await later(0);
    await asksAfter(10_000);
    await page.route("**/*", (route) =>
      route.fulfill({ status: 429, headers: { "retry-after": "25" }, body: "" }),
    );
    await asksAfter(10_000);
    await asksAfter(25_000);
  }));

test("a page that answers a form follows what changes too, not the address of the form", async () => {
  await row("status = 'queued', outcomes = '[]', progress = null, finished_at = null");
  await checks.withPage(desktop, async (page) => {
    await page.context().addCookies(cookiesOf(scene, scene.full));
    await page.goto(scene.origin + pathOf(scene, "/dashboard/:org/conexiones/:conn"));
    await typeIn(page, { "escrito-eliminar": "otra" }, "Eliminar la conexión");
    await page.waitForURL("**/eliminar");
    const said = (line: string) => page.getByRole("status").filter({ hasText: line });
    await said("Se está leyendo.").waitFor({ state: "attached" });
    await row("status = 'succeeded', finished_at = now()");
    await said("Nada se está leyendo.").waitFor({ state: "attached" });
    expect(await page.locator("[data-offline]").isVisible()).toBe(false);
    expect(await page.locator("[name=escrito-eliminar]").inputValue()).toBe("otra");
  });
});

test("what is gone meanwhile is said to be gone, not to be out of reach", () =>
  atSync(async ({ page, answers, later }) => {
    const deleted = (at: Date | null): Promise<unknown> =>
      scene.api.database.owner("update connections set deleted_at = $2 where id = $1", [
        scene.connectionId,
        at,
      ]);
    await deleted(scene.api.clock.now());
    try {
      await page.clock.runFor(1_000);
      await page.locator("[data-offline]").filter({ hasText: "Ya no está aquí" }).waitFor();
      await later(60_000);
      expect(answers).toEqual([404]);
      await page.getByRole("button", { name: "Cargar la página" }).click();
      await page.getByRole("heading", { name: "No encontramos esta página" }).waitFor();
    } finally {
      await deleted(null);
    }
  }));

test("a person whose session ended is told so, and led to sign in", () =>
  atSync(async ({ page, answers, later }) => {
    await page.context().clearCookies();
    await page.clock.runFor(1_000);
    const told = page.locator("[data-offline]").filter({ hasText: "Tu sesión terminó." });
    await told.waitFor();
    expect(await page.locator("[data-says]").textContent()).toBe("Tu sesión terminó.");
    const asked = answers.length;
    await later(60_000);
    expect(answers).toHaveLength(asked);
    await page.getByRole("button", { name: "Entrar otra vez" }).click();
    await page.getByRole("heading", { name: "Entra a Connect" }).waitFor();
  }));
