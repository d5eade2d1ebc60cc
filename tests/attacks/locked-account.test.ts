import { afterAll, beforeAll, expect, test } from "vitest";
import { callTool, type TestOrganization } from "#tests/support/scenes/api.ts";
import { expectRefusal } from "#tests/support/refusal.ts";
import { mainLogin, syncScene, type SyncScene } from "#tests/support/scenes/sync-scene.ts";

/*
 * Anyone with any key makes links and types wrong passwords for a stranger's login, and at the third the portal
 * locks the stranger's account.
 */

let scene: SyncScene;
beforeAll(async () => {
  scene = await syncScene();
});
afterAll(() => scene.close());

const periodo = "2026-10";

async function linkOf({ key }: TestOrganization): Promise<string> {
  const input = { sistema: "banco_a", modo: "crear" };
  const { body } = await callTool(scene.app, "conexiones.enlace.crear", input, { key });
  return new URL(String(body.data?.["url"])).pathname;
}

/** Types the password at the link and runs the worker. Returns the page's status. */
async function type(path: string, clave: string): Promise<number> {
  const response = await scene.app.request(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...mainLogin, clave }).toString(),
  });
  await scene.takeMessages();
  return response.status;
}

const linkJobs = async (): Promise<number> =>
  (await scene.database.owner("select from sync_jobs where kind = 'link'")).length;

async function syncOf(victim: TestOrganization, connection: string): Promise<string> {
  const job = await scene.requestSync(victim, connection, { periodo, alcances: ["movimientos"] });
  await scene.takeMessages();
  return (await scene.job(job)).status;
}

test("three links of two organizations cannot lock a stranger's account", async () => {
  const [victim, first, second] = await Promise.all([
    scene.organization(),
    scene.organization({ scopes: ["conexiones:read"] }),
    scene.organization({ scopes: ["conexiones:read"] }),
  ]);
  const connection = await scene.connect(victim.id);
  expect(await syncOf(victim, connection)).toBe("succeeded");

  const links = [await linkOf(first), await linkOf(first), await linkOf(second)];
  const answers: number[] = [];
  for (const [place, link] of links.entries()) answers.push(await type(link, `otra-${place}`));
  expect(answers).toEqual([303, 303, 409]);
  expect(await scene.portalLog()).toMatchObject({ failed_logins: 2 });
  expect(await linkJobs()).toBe(2);

  expect(await syncOf(victim, connection)).toBe("succeeded");
  expect(await scene.portalLog()).toMatchObject({ failed_logins: 2 });
});

test("until a blocked account opens again, Retry-After names that hour and not a few seconds", async () => {
  const victim = await scene.organization();
  const connection = await scene.connect(victim.id);
  await scene.sandbox.control("POST", "/portals/banco_a/faults", { kind: "account_blocked" });
  expect(await syncOf(victim, connection)).toBe("failed");
  scene.advance(3_600);
  const asking = { key: victim.key, connection };
  for (const tool of ["banco_a.conexion.sincronizar", "banco_a.conexion.verificar"]) {
    const input = tool.endsWith("verificar") ? {} : { periodo };
    const refused = await callTool(scene.app, tool, input, asking);
    expectRefusal(refused, "connection_busy");
    expect(refused.body.error?.details).toMatchObject({ motivo: "cuenta_bloqueada" });
    const hours = Number(refused.headers.get("retry-after")) / 3_600;
    expect([hours > 22.9, hours <= 23]).toEqual([true, true]);
  }
});
