import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { plainText, withHiddenSpelled } from "#functions/dashboard/texts/words.ts";
import { pathOf } from "#tests/support/scenes/dashboard-forms.ts";
import { dashboardScene, type DashboardScene } from "#tests/support/scenes/dashboard-scene.ts";
import { signedInAs } from "#tests/support/scenes/dashboard-people.ts";
import { parseHtml, type HtmlElement } from "#tests/support/texts/html-elements.ts";
import { plantPreparation } from "#tests/support/planted/preparation.ts";
import type { Visitor } from "#tests/support/scenes/visitor.ts";

/* What people, clients, portals and receivers write is read by somebody else, on a page or in a file. */

/** Everything writable in an organization that is shown: each column by table. */
const written: Readonly<Record<string, readonly string[]>> = {
  'auth."user"': ["name"],
  organizations: ["name"],
  members: ["name"],
  connections: ["nombre", "razon_social"],
  api_keys: ["name"],
  grants: ["client_name", "client_host", "redirect_host"],
  links: ["nombre"],
  audit: ["trace_label", "client_label", "operation"],
  webhook_endpoints: ["url", "disabled_detail"],
  webhook_deliveries: ["error"],
  webhook_attempts: ["error"],
};

/** Columns that are null if all went well. */
const toldOnlyIfSet = new Set(["disabled_detail", "error"]);

/** Columns for which a page shows our own words, or nothing. */
const toldInOurWords = [
  "grants.redirect_host",
  "webhook_endpoints.disabled_detail",
  "webhook_deliveries.error",
  "webhook_attempts.error",
];

const texts = {
  markup:
    "</title></textarea></script><script>alert(1)</script><img src=x onerror=alert(2)><svg onload=alert(3)><!-- <b>",
  attributes: `" onmouseover="alert(1)" autofocus onfocus='alert(2)' ' style='color:red' x="&quot;&#39;&lt;`,
  addresses: "javascript:alert(1)//data:text/html,<script>alert(2)</script>",
  hidden:
    "Banco\u202E\u2066 de\u200B Pruebas\u0007\u001B[31m\u2028\u00AD\uFEFF\u{E0041}\u034F\u115F\u2800\u3164\uFE0F\uFFA0\u{E0155}",
  formulas: `=HYPERLINK("https://malo.example","ver")`,
};

let scene: DashboardScene;
let by: Visitor;
let routes: string[];
let planted = "";
/** The elements of each page with harmless texts in it. */
let harmless: Map<string, string>;
beforeAll(async () => {
  scene = await dashboardScene();
  by = signedInAs(scene.dashboard, scene.full);
  const pages = scene.dashboard.app.routes
    .filter(({ method, path }) => method === "GET" && /^\/dashboard(?!\/assets)/.test(path))
    .map(({ path }) => path)
    .filter((path) => !/\.\w+$|:token/.test(path));
  routes = [...new Set(pages)];
  expect(routes.length).toBeGreaterThan(20);
  await write("Texto de siempre");
  harmless = new Map();
  for (const [path, html] of await everyPage()) harmless.set(path, skeletonOf(html));
});
afterAll(() => scene?.close());
// One person opens more pages here than the limit per minute allows.
beforeEach(async () => {
  await scene.api.database.owner("delete from tallies");
});

const textOf = (text: string, field: string): string => `${text} ‹${field}›`;

async function write(text: string): Promise<void> {
  const { api, organizationId, keyId } = scene;
  const { owner } = api.database;
  for (const [table, columns] of Object.entries(written)) {
    for (const column of columns) {
      const where = toldOnlyIfSet.has(column) ? `where ${column} is not null` : "";
      const value = textOf(text, `${table}.${column}`);
      await owner(`update ${table} set ${column} = $1 ${where}`, [value]);
    }
  }
  const data = { session: { id: textOf(text, "event") } };
  await owner("update webhook_events set body = $1", [
    JSON.stringify({ type: "connect_session.consumed", timestamp: "2026-11-20T12:00:00Z", data }),
  ]);
  await owner(
    `update records set account = $1, payload = payload || jsonb_build_object('numeroCuenta', $1::text)`,
    [textOf(text, "account")],
  );
  // One at a time, so that each list has as many rows as before.
  await owner(
    `with gone as (delete from preparations where id = $1 returning connection_id)
     delete from connections where id in (select connection_id from gone)`,
    [planted],
  );
  planted = await plantPreparation(api, organizationId, keyId, () => textOf(text, "document"));
  scene = { ...scene, preparationId: planted };
}

async function everyPage(): Promise<Map<string, string>> {
  const { organizationId, webhooks, invitations, asking } = scene;
  const root = `/dashboard/${organizationId}`;
  const paths = new Map(routes.map((route) => [route, pathOf(scene, route)]));
  const more = [
    `${root}/webhooks/${webhooks.disabled}`,
    `${root}/entregas/${webhooks.failed}`,
    invitations.own,
    asking,
    `${asking}&org=${organizationId}`,
  ];
  for (const path of more) paths.set(path, path);
  const pages = new Map<string, string>();
  for (const [name, path] of paths) {
    const { status, text } = await by.get(path);
    expect(status, name).toBe(200);
    pages.set(name, text);
  }
  return pages;
}

/** Every element with its attribute names. */
function skeletonOf(html: string): string {
  return parseHtml(html)
    .elements.map(({ name, attributes }) => [name, ...attributes.keys()].join(" "))
    .join("\n");
}

const leading = ["href", "src", "action", "formaction", "xlink:href", "content"];

function leadsAstray({ attributes }: HtmlElement): boolean {
  return leading.some((name) =>
    /^[\s\p{Cc}]*(?:javascript|vbscript|data:text)/iu.test(attributes.get(name) ?? ""),
  );
}

describe.each(Object.entries(texts))("%s in whatever can be named", (_, text) => {
  test("is text on every page, adds no element to it, and hides nothing in it", async () => {
    await write(text);
    const seen = new Set<string>();
    const hidden: string[] = [];
    for (const [route, html] of await everyPage()) {
      const { elements, text: read } = parseHtml(html);
      expect(skeletonOf(html), route).toBe(harmless.get(route));
      expect(elements.filter(leadsAstray), route).toEqual([]);
      const at = html.search(/[^\P{C}\n]|[\u2028\u2029\u2800]|\p{Default_Ignorable_Code_Point}/u);
      if (at >= 0) hidden.push(`${route}: …${html.slice(at - 80, at)}`);
      const shown = [plainText(text), withHiddenSpelled(JSON.stringify(text)).slice(1, -1)];
      for (const [, field = ""] of read.matchAll(/‹([^›\n]+)›/g)) {
        if (shown.some((one) => read.includes(`${one} ‹${field}›`))) seen.add(field);
      }
    }
    expect(hidden).toEqual([]);
    const fields = Object.entries(written).flatMap(([table, columns]) =>
      columns.map((column) => `${table}.${column}`),
    );
    const unseen = [...fields, "account", "document", "event"].filter((field) => !seen.has(field));
    expect(unseen).toEqual(toldInOurWords);
  });
});

test.each([...Object.values(texts), "+56912345678", "-1+1", "@SUM(A1)", "\t=1+1", "\r\n=1+1"])(
  "a spreadsheet reads %j as text, and a program as it was written",
  async (text) => {
    await write(text);
    const path = `/dashboard/${scene.organizationId}/auditoria`;
    const csv = await by.get(`${path}/exportar.csv`);
    const rows = cellsOf(csv.text);
    const [head = []] = rows;
    const label = head.indexOf("trace_label");
    const written = textOf(text, "audit.trace_label");
    const isFormula = /^\s*[=+\-@]/.test(text);
    const found = rows.map((row) => row[label]).filter((cell) => cell?.includes("‹audit.trace"));
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found)).toEqual(new Set([isFormula ? `'${written}` : written]));
    expect(rows.flat().filter((cell) => /^\s*[=+\-@]/.test(cell))).toEqual([]);
    expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([head.length]));
    const ndjson = await by.get(`${path}/exportar.ndjson`);
    const labels = ndjson.text
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { trace_label: string | null }).trace_label);
    expect(labels).toContain(written);
  },
);

/** Parses CSV as RFC 4180 defines it. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, bare, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? (bare ?? "") : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
