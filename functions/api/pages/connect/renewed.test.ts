import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "../../app.ts";
import { failuresPerMinute } from "#lib/limits/index.ts";
import type { TestOrganization } from "#tests/support/api.ts";
import { linkScene, typedLogin, type LinkScene } from "#tests/support/links.ts";

let scene: LinkScene;
let owner: TestOrganization;
beforeAll(async () => {
  scene = await linkScene();
  owner = await scene.organization();
});
afterAll(() => scene.close());

const balances = "Saldos de tus cuentas";
const movements = "Movimientos de tus cuentas";

async function send(path: string, init: RequestInit = {}) {
  const response = await scene.app.request(path, init);
  return { status: response.status, text: await response.text() };
}
const markIn = (text: string): string => /name="visto" value="([^"]+)"/.exec(text)?.[1] ?? "";
const post = (token: string, visto: string) =>
  send(`/connect/${token}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...typedLogin, visto }).toString(),
  });

test("a link with fewer modules than its connection asks again with all of them, and nothing is tried", async () => {
  const first = await scene.makeLink(owner);
  expect(
    (await post(first.token, markIn((await send(`/connect/${first.token}`)).text))).status,
  ).toBe(303);
  await scene.succeed(first.id);

  const second = await scene.makeLink(owner, { alcances: ["saldos"] });
  const page = await send(`/connect/${second.token}`);
  expect([page.text.includes(balances), page.text.includes(movements)]).toEqual([true, false]);
  const asked = await post(second.token, markIn(page.text));
  expect([asked.status, asked.text.includes("Esta empresa ya está conectada")]).toEqual([
    409,
    true,
  ]);
  expect([asked.text.includes(balances), asked.text.includes(movements)]).toEqual([true, true]);
  expect(asked.text).not.toContain(typedLogin.clave);

  expect((await post(second.token, markIn(asked.text))).status).toBe(303);
  await scene.succeed(second.id);
  const [consent] = await scene.database.owner(
    "select facts->'reads' as reads from consents where link_id = $1",
    [second.id],
  );
  expect(consent).toEqual({ reads: [balances, movements] });
});

test("for a company that is not connected yet nothing is asked twice", async () => {
  const stranger = await scene.organization();
  const link = await scene.makeLink(stranger, { alcances: ["saldos"] });
  const { text } = await send(`/connect/${link.token}`);
  expect((await post(link.token, markIn(text))).status).toBe(303);
});

test("nor for one whose connection has no more modules than the link", async () => {
  const few = await scene.organization();
  const first = await scene.makeLink(few, { alcances: ["saldos"] });
  await post(first.token, markIn((await send(`/connect/${first.token}`)).text));
  await scene.succeed(first.id);
  const second = await scene.makeLink(few);
  const { text } = await send(`/connect/${second.token}`);
  expect((await post(second.token, markIn(text))).status).toBe(303);
});

test("asking one link about many companies is refused after as many answers as guesses", async () => {
  const first = await scene.makeLink(owner);
  await post(first.token, markIn((await send(`/connect/${first.token}`)).text));
  await scene.succeed(first.id);
  const app = createApi({ ...scene.appDeps, addressOf: () => "203.0.113.7" });
  const few = await scene.makeLink(owner, { alcances: ["saldos"] });
  const path = `/connect/${few.token}`;
  const visto = markIn(await (await app.request(path)).text());
  const ask = async () =>
    (
      await app.request(path, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ ...typedLogin, clave: "cualquiera", visto }).toString(),
      })
    ).status;
  // Failures are counted per minute, so begin at the start of one; the clock keeps running.
  const minute = Math.floor(scene.clock.now().getTime() / 60_000) + 1;
  scene.clock.moveTo(new Date(minute * 60_000));
  for (let asked = 0; asked < failuresPerMinute; asked += 1) expect(await ask()).toBe(409);
  expect(await ask()).toBe(429);
});
