import { afterAll, beforeAll, expect, test } from "vitest";
import { testDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import { newOwner } from "#tests/support/scenes/dashboard-people.ts";
import { readableLog } from "#tests/support/log.ts";
import { everyValue, foundIn } from "#tests/support/texts/secret-search.ts";
import { hiddenOf, mailsOf, type Visitor } from "#tests/support/scenes/visitor.ts";
import { webhookScene, type WebhookScene } from "#tests/support/scenes/webhooks.ts";

/* A secret shown once is in one answer: not on a page, in a row, in the log or in a mail. */

const { log, lines } = readableLog();
const mail = "ana@maule.example";

let scene: WebhookScene;
let dashboard: TestDashboard;
let organizationId: string;
let by: Visitor;
let endpoint: string;
const shown: string[] = [];
beforeAll(async () => {
  scene = await webhookScene({ log });
  dashboard = await testDashboard(scene);
  const served = { api: scene, dashboard };
  ({ by, organizationId } = await newOwner(served, { mail, organization: "Con secretos" }));
  const owner = await scene.key(organizationId, ["webhooks:write"]);
  ({ id: endpoint } = await scene.endpoint({ id: organizationId, key: owner.key }, "antes"));
});
afterAll(async () => {
  await dashboard?.close();
  await scene?.close();
});

interface Secret {
  /** The page with the form, and the form's action. */
  page(): string;
  action(): string;
  fields(): Record<string, string>;
  pattern: RegExp;
  /** Rows that a second secret would add. */
  table: string;
}

const signing = /whsec_[A-Za-z0-9+/]{43}=/g;

const secrets: Record<string, Secret> = {
  "an API key": {
    page: () => "claves/nueva",
    action: () => "claves/nueva",
    fields: () => ({ nombre: "Robot", permiso: "core:read", conexiones: "todas" }),
    pattern: /connect_sk_\w+/g,
    table: "api_keys",
  },
  "an endpoint's secret": {
    page: () => "webhooks",
    action: () => "webhooks/nuevo",
    fields: () => ({ url: `https://${scene.server.host}/in/una-vez` }),
    pattern: signing,
    table: "webhook_endpoints",
  },
  "a secret that was rolled": {
    page: () => `webhooks/${endpoint}`,
    action: () => `webhooks/${endpoint}/secreto`,
    fields: () => ({}),
    pattern: signing,
    table: "webhook_endpoints where previous_secret is not null",
  },
  "a link": {
    page: () => "conexiones",
    action: () => "conexiones/enlace",
    fields: () => ({ sistema: "banco_a", nombre: "Cuenta principal" }),
    pattern: /(?<=\/connect\/)[\w.~-]{20,}/g,
    table: "links",
  },
};

const rowsIn = async (table: string): Promise<number> =>
  (await scene.database.owner(`select 1 from ${table}`)).length;

test.each(Object.entries(secrets))("%s is made once and shown once", async (_, secret) => {
  const root = `/dashboard/${organizationId}/`;
  const action = root + secret.action();
  const before = await rowsIn(secret.table);
  const hidden = hiddenOf((await by.get(root + secret.page())).text, action);
  const form = { ...hidden, ...secret.fields() };
  // A double click, and another click on the page that is still open.
  const answers = await Promise.all([by.post(action, form), by.post(action, form)]);
  answers.push(await by.post(action, form));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(await rowsIn(secret.table)).toBe(before + 1);
  const told = new Set(answers.flatMap(({ text }) => text.match(secret.pattern) ?? []));
  expect(told.size).toBe(1);
  const [text = ""] = told;
  expect(answers.filter((answer) => answer.text.includes(text))).toHaveLength(1);
  for (const { headers } of answers) expect(headers.get("cache-control")).toBe("no-store");

  shown.push(text);
});

test("none of them is on a page, in a row, in the log or in a mail", async () => {
  expect(shown).toHaveLength(Object.keys(secrets).length);
  const root = `/dashboard/${organizationId}`;
  const keyPage = /claves\/key_[0-9a-z]{26}/.exec((await by.get(`${root}/claves`)).text)?.[0];
  const pages = dashboard.app.routes
    .filter(({ method, path }) => method === "GET" && path.startsWith("/dashboard/:org"))
    .map(({ path }) => path.replace(":org", organizationId).replace(":whk", endpoint))
    .filter((path) => !path.includes(":"));
  expect(pages.length).toBeGreaterThan(12);
  const kept: { place: string; text: string }[] = await everyValue(scene.database);
  expect(kept.length).toBeGreaterThan(100);
  for (const path of new Set([...pages, `${root}/${keyPage}`])) {
    kept.push({ place: path, text: (await by.get(path)).text });
  }
  for (const line of lines) kept.push({ place: "log", text: line });
  for (const one of await mailsOf(scene, dashboard, mail)) {
    kept.push({ place: "mail", text: JSON.stringify(one) });
  }
  const found = kept.filter(({ text }) =>
    shown.some((secret) => foundIn([text], secret).length > 0),
  );
  expect(found).toEqual([]);
});
