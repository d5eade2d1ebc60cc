import { afterAll, beforeAll, expect, test } from "vitest";
import { rowsOfPage, rowsWithForms } from "#functions/dashboard/frame/list-query.ts";
import { countedDatabase, type AskedStatement } from "#tests/support/databases/counted-database.ts";
import { testDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import { pathOf } from "#tests/support/scenes/dashboard-forms.ts";
import {
  dashboardScene,
  password,
  type DashboardScene,
} from "#tests/support/scenes/dashboard-scene.ts";
import { endsOrWaits } from "#tests/support/databases/lock-waits.ts";
import { plantVolume } from "#tests/support/planted/volume.ts";
import { visitor, type Visitor } from "#tests/support/scenes/visitor.ts";

/*
 * What a page of an organization asks the database. Checks before it do not count: the session, which the library for
 * people reads on its own connections; the rate limit; the membership of the organization in the path, with the note
 * of activity; and the role, which each verb checks. Beginning a transaction is not a statement, and recording an
 * export does not count as the page's.
 */
const ofSessionAndCaller = new Set([
  "begin",
  "people.tally",
  "people.membership",
  "people.seen",
  "identity.role_seen",
  "audit.record",
]);
const mostStatements = 4;
/** The size of markup for a list with a full page of rows. */
const mostBytes = 60 * 1024;
/** Pages of 8 KB that a statement touches, out of thousands. */
const mostBlocks = 400;
/** Searches a thousand events for the delivery of each. */
const mostBlocksOf: Readonly<Record<string, number>> = { "webhooks.missed": 4_500 };

let scene: DashboardScene;
let dashboard: TestDashboard;
let by: Visitor;
/** What each page asked for after the person is known. */
const askedBy = new Map<string, AskedStatement[]>();
/** Its markup. */
const textOf = new Map<string, string>();
beforeAll(async () => {
  scene = await dashboardScene();
  const { api, organizationId, connectionId, webhooks, keyId } = scene;
  const { database: app, asked } = countedDatabase(api.database.app);
  dashboard = await testDashboard({ ...api, database: { ...api.database, app } });
  by = visitor(dashboard.app);
  await by.submit("/login", "/login", { correo: scene.full.mail, clave: password });
  await plantVolume(
    api.database.owner,
    { organizationId, connectionId, endpointId: webhooks.live, keyId, now: api.clock.now() },
    { calls: 20_000, deliveries: 5_000, syncs: 5_000, missed: 60 },
  );
  const pages = dashboard.app.routes
    .filter(({ method, path }) => method === "GET" && path.startsWith("/dashboard/:org"))
    .map(({ path }) => path)
    // A document is requested from its portal.
    .filter((path) => !path.endsWith(".pdf"));
  for (const route of new Set(pages)) {
    asked.length = 0;
    const { status, text } = await by.get(pathOf(scene, route));
    expect(status, route).toBe(200);
    // A file is as large as the request.
    if (!/\.\w+$/.test(route)) textOf.set(route, text);
    askedBy.set(
      route,
      asked.filter(({ name }) => !ofSessionAndCaller.has(name)),
    );
  }
  expect(askedBy.size).toBeGreaterThan(20);
});
afterAll(async () => {
  await dashboard?.close();
  await scene?.close();
});

test(`no page of the router runs more than ${mostStatements} statements`, () => {
  const most: Record<string, string[]> = {};
  for (const [route, statements] of askedBy) {
    if (statements.length <= mostStatements) continue;
    most[route] = statements.map(({ name, text }) => `${name}: ${text.slice(0, 200)}`);
  }
  expect(most).toEqual({});
  expect([...askedBy.values()].flat().length).toBeGreaterThan(askedBy.size);
});

test("no page is larger than 60 KB, the lists with as many rows as they show at once", () => {
  const bytesOf = (text: string): number => Buffer.byteLength(text);
  const large = [...textOf].filter(([, text]) => bytesOf(text) > mostBytes);
  expect(large.map(([route, text]) => [route, bytesOf(text)])).toEqual([]);
  const rows = (rest: string): number =>
    (textOf.get(`/dashboard/:org${rest}`) ?? "").split('<tr role="row"').length - 2;
  expect(rows("/entregas")).toBe(rowsOfPage);
  expect(rows("/sincronizaciones")).toBe(rowsOfPage);
  expect(rows("/webhooks/:whk/recuperar")).toBe(rowsWithForms);
  expect(rows("/auditoria")).toBe(rowsOfPage);
});

test("no page waits while the role of its person is being changed", async () => {
  const { organizationId, full, api } = scene;
  // Late enough for each page to note the activity.
  api.clock.advance(6 * 60_000);
  const touch = {
    name: "tests.touch_role",
    repeatable: false,
    text: "update members set role = role where organization_id = $1 and user_id = $2",
  };
  await api.database.app.transaction(organizationId, async (db) => {
    await db.run(touch, [organizationId, full.userId]);
    for (const route of askedBy.keys()) {
      const page = by.get(pathOf(scene, route));
      expect(await endsOrWaits(api.database, page), route).toBe("ends");
      expect((await page).status, route).toBe(200);
    }
  });
});

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Plan[];
}

/** As the page's own role runs it, behind row-level security, with the figures of one run. */
async function planOf({ text, values }: AskedStatement): Promise<Plan> {
  const statement = {
    name: "",
    repeatable: true,
    text: `explain (analyze, buffers, format json) ${text}`,
  };
  type Row = { "QUERY PLAN": [{ Plan: Plan }] };
  const [row] = await scene.api.database.app.transaction(scene.organizationId, (db) =>
    db.run<Row>(statement, values),
  );
  const plan = row?.["QUERY PLAN"][0].Plan;
  if (plan === undefined) throw new TypeError("a statement without a plan");
  return plan;
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

test("no page reads a large table completely, nor most of it through an index", async () => {
  const rows = await scene.api.database.owner(
    "select relname as name from pg_class where relkind = 'r' and reltuples > 1000",
  );
  const large = new Set(rows.map(({ name }) => name));
  expect(large.size).toBeGreaterThan(3);
  const found: Record<string, string> = {};
  let looked = 0;
  for (const [route, statements] of askedBy) {
    for (const statement of statements) {
      // Its audit row is written, and nobody reads it here.
      if (/\b(?:insert|update|delete)\b/i.test(statement.text)) continue;
      const plan = await planOf(statement);
      const whole = nodesOf(plan)
        .filter((node) => node["Node Type"] === "Seq Scan")
        .map((node) => node["Relation Name"])
        .filter((name) => large.has(name));
      const blocks = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
      looked += 1;
      if (whole.length > 0 || blocks > (mostBlocksOf[statement.name] ?? mostBlocks)) {
        found[`${route} ${statement.name} ${statement.text.slice(0, 120)}`] =
          `${blocks} blocks, whole: ${whole.join()}`;
      }
    }
  }
  expect(found).toEqual({});
  expect(looked).toBeGreaterThan(askedBy.size);
});
