import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "../../app.ts";
import { updateConnection } from "#lib/connections/index.ts";
import { failuresPerMinute } from "#lib/limits/index.ts";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import {
  linkScene,
  otherCompany,
  typedLogin,
  type LinkScene,
} from "#tests/support/scenes/links.ts";

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
/** Forms sent from one address, in a minute of their own. */
function askingFrom(address: string) {
  const app = createApi({ ...scene.appDeps, addressOf: () => address });
  // Failures are counted per minute, so begin at the start of one; the clock keeps running.
  const minute = Math.floor(scene.clock.now().getTime() / 60_000) + 1;
  scene.clock.moveTo(new Date(minute * 60_000));
  return async (path: string, visto: string, empresa = typedLogin.empresa): Promise<number> => {
    const response = await app.request(path, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ ...typedLogin, empresa, clave: "cualquiera", visto }).toString(),
    });
    return response.status;
  };
}
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

test.each([
  ["of a connected company, with the link's own mark", true, typedLogin.empresa, "203.0.113.7"],
  ["of a connected company, with any other mark", false, typedLogin.empresa, "203.0.113.8"],
  ["of a company that is not, with any other mark", false, otherCompany.rut, "203.0.113.9"],
])(
  "asking one link %s is refused after as many answers as guesses",
  async (_, isOwn, empresa, address) => {
    const first = await scene.makeLink(owner);
    await post(first.token, markIn((await send(`/connect/${first.token}`)).text));
    await scene.succeed(first.id);
    const few = await scene.makeLink(owner, { alcances: ["saldos"] });
    const path = `/connect/${few.token}`;
    const visto = isOwn ? markIn((await send(path)).text) : "any";
    const ask = askingFrom(address);
    for (let asked = 0; asked < failuresPerMinute; asked += 1) {
      expect(await ask(path, visto, empresa)).toBe(409);
    }
    expect(await ask(path, visto, empresa)).toBe(429);
  },
);

test("a company that was switched off is told of as seldom as of a connected one", async () => {
  const own = await scene.organization();
  await updateConnection(scene.deps, await scene.connection(own.id, "banco_prueba"), {
    disabled: true,
  });
  const link = await scene.makeLink(own);
  const visto = markIn((await send(`/connect/${link.token}`)).text);
  const ask = askingFrom("203.0.113.10");
  for (let asked = 0; asked < failuresPerMinute; asked += 1) {
    expect(await ask(`/connect/${link.token}`, visto)).toBe(409);
  }
  expect(await ask(`/connect/${link.token}`, visto)).toBe(429);
});

test("what is sent to a link that is closed is on record so many times a minute, and no more", async () => {
  const link = await scene.makeLink(owner);
  await post(link.token, markIn((await send(`/connect/${link.token}`)).text));
  await scene.succeed(link.id);
  const ask = askingFrom("203.0.113.11");
  const statuses: number[] = [];
  for (let asked = 0; asked < failuresPerMinute; asked += 1) {
    const path = asked % 2 === 0 ? "" : "/cancelar";
    statuses.push(await ask(`/connect/${link.token}${path}`, "any"));
  }
  expect(statuses).not.toContain(429);
  expect(await ask(`/connect/${link.token}`, "any")).toBe(429);
  expect(await ask(`/connect/${link.token}/cancelar`, "any")).toBe(429);
  const [counted] = await scene.database.owner(
    "select count(*)::int as rows from audit where actor_id = $1 and outcome = 'closed'",
    [link.id],
  );
  expect(counted).toEqual({ rows: failuresPerMinute });
});
