import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listen, type Listening } from "#infra/server/listen.ts";
import { freePort } from "#infra/local/ports.ts";
import type { LinkFailure } from "#lib/links/index.ts";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import {
  company,
  linkScene,
  typedLogin,
  type LinkScene,
  type MadeLink,
} from "#tests/support/scenes/links.ts";
import {
  desktop,
  lowControls,
  openPageChecks,
  phoneOf,
  type PageChecks,
} from "#tests/support/page-states/page-checks.ts";

const phone = phoneOf(360, 740);

let scene: LinkScene;
let server: Listening;
let checks: PageChecks;
let origin: string;
let owner: TestOrganization;
let reconnecting: TestOrganization;

beforeAll(async () => {
  scene = await linkScene();
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  server = await listen(scene.app.fetch, port);
  checks = await openPageChecks();
});
afterAll(async () => {
  await checks?.close();
  await server?.close();
  await scene?.close();
});
beforeEach(async () => {
  owner = await scene.organization({ name: "Contadores del Maule SpA" });
  reconnecting = await scene.organization({ name: "Contadores del Maule SpA" });
});

const pathOf = (link: MadeLink): string => `${origin}/connect/${link.token}`;

async function fill(page: Page, typed: Record<string, string> = typedLogin): Promise<void> {
  await page.getByLabel("RUT de la empresa").fill(typed["empresa"] ?? "");
  await page.getByLabel("RUT de la persona").fill(typed["rut"] ?? "");
  await page.getByLabel("Clave de acceso", { exact: true }).fill(typed["clave"] ?? "");
}

const submitButton = (page: Page) => page.getByRole("button", { name: "Probar y conectar" });

test("a person connects a company: form, progress and success are all visible", async () => {
  const link = await scene.makeLink(owner, { volverA: "https://app.maule.example/listo?x=1" });
  await checks.withPage(phone, async (page) => {
    await page.goto(pathOf(link));
    await page.getByText("Contadores del Maule SpA te pide permiso").waitFor();
    await page.getByText("Saldos de tus cuentas").waitFor();
    await fill(page);
    await submitButton(page).click();
    await page.getByRole("heading", { name: "Estamos probando" }).waitFor();
    expect(await page.locator("li[aria-current=step]").innerText()).toContain("Esperamos el turno");

    const { jobId } = await scene.jobOf(link.id);
    const running = "update sync_jobs set status = 'running', step = 'entrando' where id = $1";
    await scene.database.owner(running, [jobId]);
    await page.locator("li[aria-current=step]", { hasText: "Entramos a Banco Prueba" }).waitFor();
    await page.getByRole("status").filter({ hasText: "Entrando a Banco Prueba" }).waitFor();

    await scene.succeed(link.id);
    await page.getByRole("heading", { name: "Listo: Banco Prueba quedó conectado" }).waitFor();
    await page.getByText("RUT 76.555.835-2").waitFor();
    const back = page.getByRole("link", { name: "Volver a app.maule.example" });
    expect(await back.getAttribute("href")).toBe(
      `https://app.maule.example/listo?x=1&enlace=${link.id}&estado=conectado`,
    );
    await page.goto(pathOf(link));
    await page.getByRole("heading", { name: "Este enlace ya se usó" }).waitFor();
  });
});

test("after a wrong password the page says so, warns, and accepts another try", async () => {
  const link = await scene.makeLink(owner);
  await checks.withPage(desktop, async (page) => {
    await page.goto(pathOf(link));
    await fill(page);
    await submitButton(page).click();
    await page.getByRole("heading", { name: "Estamos probando" }).waitFor();
    await scene.fail(link.id, "clave_rechazada");
    const note = page.getByRole("alert");
    await note.filter({ hasText: "Banco Prueba rechazó los datos" }).waitFor();
    expect(await note.innerText()).toContain("puede bloquear la cuenta");
    expect(await note.innerText()).toContain("Te queda un intento");
    expect(await page.evaluate("document.activeElement.className")).toBe("note");
    expect(await page.getByLabel("Clave de acceso", { exact: true }).inputValue()).toBe("");
    expect(await page.getByLabel("RUT de la persona").inputValue()).toBe(typedLogin.rut);
    expect(await page.getByLabel("RUT de la empresa").inputValue()).toBe(typedLogin.empresa);
    await page.getByLabel("Clave de acceso", { exact: true }).fill(typedLogin.clave);
    await submitButton(page).click();
    await page.getByRole("heading", { name: "Estamos probando" }).waitFor();
    await scene.succeed(link.id);
    await page.getByRole("heading", { name: "Listo" }).waitFor();
  });
});

test("works without scripts", async () => {
  const link = await scene.makeLink(owner);
  await checks.withPage({ ...phone, javaScriptEnabled: false }, async (page) => {
    await page.goto(pathOf(link));
    await fill(page, { ...typedLogin, rut: "12.345.678-9" });
    await submitButton(page).click();
    const wrong = page.locator("#campo-rut");
    expect(await wrong.getAttribute("aria-invalid")).toBe("true");
    await page.getByText("Ese RUT no es válido").waitFor();
    expect(await wrong.inputValue()).toBe("12.345.678-9");
    await fill(page);
    await submitButton(page).click();
    await page.getByRole("heading", { name: "Estamos probando" }).waitFor();
    await scene.succeed(link.id);
    // The page reloads by itself.
    await page.getByRole("heading", { name: "Listo" }).waitFor({ timeout: 15_000 });
  });
});

test("works with only the keyboard", async () => {
  const link = await scene.makeLink(owner);
  await checks.withPage(desktop, async (page) => {
    await page.goto(pathOf(link));
    const type = async (text: string) => {
      await page.keyboard.press("Tab");
      await page.keyboard.type(text);
    };
    // Who runs the service, its privacy page and its terms.
    for (const _ of [1, 2, 3]) await page.keyboard.press("Tab");
    await type("765558352");
    expect(await page.getByLabel("RUT de la empresa").inputValue()).toBe("76.555.835-2");
    await type("123456785");
    await type("s3cret0-marcado");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    const clave = page.getByLabel("Clave de acceso", { exact: true });
    expect(await clave.getAttribute("type")).toBe("text");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Estamos probando" }).waitFor();
    expect(await scene.jobOf(link.id)).toMatchObject({ jobId: expect.stringMatching(/^sjb_/) });
  });
});

test("says what is wrong while typing, and sends nothing until it is right", async () => {
  const link = await scene.makeLink(owner);
  await checks.withPage(phone, async (page) => {
    await page.goto(pathOf(link));
    await page.getByLabel("RUT de la empresa").fill("76555835-1");
    await page.getByLabel("RUT de la persona").focus();
    await page.getByText("Ese RUT no es válido").first().waitFor();
    await submitButton(page).click();
    expect(await page.evaluate("document.activeElement.id")).toBe("campo-empresa");
    expect(await page.locator("[aria-invalid=true]").count()).toBe(3);
    expect(await scene.jobOf(link.id)).toMatchObject({ jobId: "null" });
  });
});

const failures: LinkFailure[] = [
  "clave_rechazada",
  "cuenta_bloqueada",
  "empresa_no_ofrecida",
  "otra_empresa",
  "portal_ocupado",
  "aprobacion_pendiente",
  "portal_caido",
  "variante_no_soportada",
  "permiso_no_concedido",
  "error",
];

/** Every state of the page, by what brings a link into it. */
const states: Record<string, () => Promise<string>> = {
  formulario: async () => pathOf(await scene.makeLink(owner)),
  reconectar: async () => {
    const conexionId = await scene.connection(reconnecting.id, "banco_prueba");
    return pathOf(await scene.makeLink(reconnecting, { modo: "reconectar", conexionId }));
  },
  progreso: async () => {
    const link = await scene.makeLink(owner);
    await scene.submit(link.token);
    return pathOf(link);
  },
  listo: async () => {
    const link = await scene.makeLink(owner, { volverA: "https://app.maule.example/listo" });
    await scene.submit(link.token);
    await scene.succeed(link.id, company);
    return `${pathOf(link)}/progreso`;
  },
  usado: async () => {
    const link = await scene.makeLink(owner);
    await scene.submit(link.token);
    await scene.succeed(link.id, company);
    return pathOf(link);
  },
  agotado: async () => {
    const link = await scene.makeLink(owner);
    for (let i = 0; i < 2; i++) {
      await scene.submit(link.token);
      await scene.fail(link.id, "clave_rechazada");
    }
    return pathOf(link);
  },
  desconocido: () => Promise.resolve(`${origin}/connect/no-es-un-enlace`),
  vencido: async () => {
    const link = await scene.makeLink(owner, { expiraEnMinutos: 5 });
    scene.clock.moveTo(new Date(Date.parse(link.expiraEn) + 1));
    return pathOf(link);
  },
  ...Object.fromEntries(
    failures.map((failure) => [
      failure,
      async () => {
        const link = await scene.makeLink(owner);
        await scene.submit(link.token);
        await scene.fail(link.id, failure);
        return pathOf(link);
      },
    ]),
  ),
};

describe.each([
  ["phone", phone, "light"],
  ["phone", phone, "dark"],
  ["desktop", desktop, "light"],
  ["desktop", desktop, "dark"],
] as const)("on a %s", (device, options, colorScheme) => {
  test.each(Object.keys(states))(`axe finds nothing in ${colorScheme} «%s»`, async (name) => {
    const url = await states[name]?.();
    await checks.withPage({ ...options, colorScheme, reducedMotion: "reduce" }, async (page) => {
      await page.goto(url ?? "");
      await checks.expectSound(page, `${name}-${device}-${colorScheme}`);
      expect(await page.evaluate(lowControls)).toEqual([]);
    });
  });
});
