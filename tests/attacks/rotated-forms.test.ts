import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inviteMember } from "#lib/identity/people/index.ts";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { testDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import { codeIn, mailsOf, visitor } from "#tests/support/scenes/visitor.ts";

/* The secrets of forms are rotated while people have open pages, codes and invitations. */

let api: TestApi;
let steps: TestDashboard[];
beforeAll(async () => {
  api = await testApi();
  const [old, next] = [1, 2].map(() => randomBytes(32).toString("base64"));
  const lists = [[old], [old, next], [next, old], [next]] as string[][];
  steps = [];
  for (const FORM_SECRETS of lists) {
    const settings = { ...api.settings, FORM_SECRETS };
    steps.push(await testDashboard({ ...api, settings }));
  }
});
afterAll(async () => {
  for (const { close } of steps) await close();
  await api.close();
});

/** During a deploy a page may come from one step, and its form go to the other. */
function both([one, other]: readonly [TestDashboard, TestDashboard]): Hono {
  let asked = 0;
  return new Hono().all("*", (c) => {
    asked += 1;
    return (asked % 2 === 0 ? one : other).app.fetch(c.req.raw);
  });
}

test("pages, codes and invitations of any step work in the next ones, and in the one before", async () => {
  const { id } = await api.organization({ name: "Comercial Ñuble" });
  const sent: string[] = [];
  const seen: (number | string | null)[] = [];
  for (const [place, own] of steps.entries()) {
    const apps = [own, steps[place - 1] ?? own] as const;
    const by = visitor(both(apps));
    const correo = `ana${place}@maule.example`;
    const person = { nombre: "Ana Soto", correo, clave: "cuatro palabras al azar" };
    const asked = await by.submit("/login/registro", "/login/registro", person);
    const codigo = codeIn((await mailsOf(api, own, correo)).at(-1));
    const done = await by.submit("/login/verificar", "/login/verificar", { codigo });
    seen.push(asked.location, done.location);

    // A week passes before the old secret is removed, and no invitation lives longer.
    if (place === 3) sent.splice(0, sent.length - 1);
    for (const { deps } of place === 3 ? [] : apps.toReversed()) {
      const ctx = { ...api.contextOf(id), ...deps };
      const { url } = await inviteMember(ctx, {
        email: `x${sent.length}@maule.example`,
        role: "member",
      });
      sent.push(new URL(url).pathname);
    }
    for (const path of sent) seen.push((await by.get(path)).status, (await by.get(path)).status);
  }
  expect(sent).toHaveLength(1);
  const ways = ["/login/verificar", "/login?nota=confirmado"];
  const opened = [2, 4, 6, 1].map((count) => [
    ...ways,
    ...Array.from({ length: 2 * count }, () => 200),
  ]);
  expect(seen).toEqual(opened.flat());
});
