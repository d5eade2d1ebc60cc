import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "#lib/kernel/errors/index.ts";
import { testDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import {
  dashboardScene,
  password,
  type DashboardScene,
} from "#tests/support/scenes/dashboard-scene.ts";
import { readableLog } from "#tests/support/log.ts";
import { visitor, type Page, type Visitor } from "#tests/support/scenes/visitor.ts";
import { readPart } from "./read-part.ts";

const { log, lines } = readableLog();
let scene: DashboardScene;
let dashboard: TestDashboard;
let by: Visitor;
beforeAll(async () => {
  scene = await dashboardScene();
  dashboard = await testDashboard({ ...scene.api, deps: { ...scene.api.deps, log } });
  await scene.api.database.owner("update webhook_endpoints set connection_id = $2 where id = $1", [
    scene.webhooks.disabled,
    scene.connectionId,
  ]);
  by = visitor(dashboard.app);
  await by.submit("/login", "/login", { correo: scene.full.mail, clave: password });
});
afterAll(async () => {
  await dashboard?.close();
  await scene?.close();
});

const pages = {
  home: () => "",
  usage: () => "/uso",
  connection: () => `/conexiones/${scene.connectionId}`,
  endpoint: () => `/webhooks/${scene.webhooks.live}`,
  limited: () => `/webhooks/${scene.webhooks.disabled}`,
  connections: () => "/conexiones",
  sync: () => `/sincronizaciones/${scene.reading.failed}`,
};
type PageName = keyof typeof pages;

const get = (page: PageName, headers?: Record<string, string>): Promise<Page> =>
  by.get(`/dashboard/${scene.organizationId}${pages[page]()}`, headers);

/** Renames the table meanwhile, so that every statement that reads it fails. */
async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
  const { owner } = scene.api.database;
  await owner(`alter table ${table} rename to ${table}_renamed`);
  try {
    return await work();
  } finally {
    await owner(`alter table ${table}_renamed rename to ${table}`);
  }
}

interface Logged {
  level: string;
  event: string;
  part?: string;
  request_id?: string;
}

const logged = (): Logged[] =>
  lines
    .map((line) => JSON.parse(line) as Logged)
    .filter(({ event }) => event.startsWith("dashboard."));

const unread = /No pudimos leer esta parte/g;

interface Broken {
  page: PageName;
  table: string;
  /** The name of the failed part in the log. */
  parts: string[];
  /** The blocks that report it. */
  notes: number;
  /** A block that is shown anyway. */
  stays: string;
}

const needs = 'class="rows needs"';
const calendar = "Meses leídos de cada módulo";
const tool = "<code>conexiones.estado.consultar</code>";
const days = "En espera o canceladas";
const calls = "Llamadas por día, últimos 30 días";

test.each<Broken>([
  { page: "home", table: "call_days", parts: ["home.calls"], notes: 1, stays: needs },
  { page: "home", table: "sync_jobs", parts: ["home.syncs"], notes: 1, stays: needs },
  { page: "home", table: "preparations", parts: ["home.needs"], notes: 1, stays: calls },
  {
    page: "connection",
    table: "coverage",
    parts: ["connection.coverage"],
    notes: 1,
    stays: "Cuenta 0001234567",
  },
  {
    page: "connection",
    table: "records",
    parts: ["connection.balances"],
    notes: 1,
    stays: calendar,
  },
  {
    page: "connection",
    table: "sync_jobs",
    parts: ["connection.syncs"],
    notes: 1,
    stays: calendar,
  },
  {
    page: "connections",
    table: "coverage",
    parts: ["connections.months"],
    notes: 0,
    stays: "Enlaces abiertos",
  },
  {
    page: "connections",
    table: "links",
    parts: ["connections.links"],
    notes: 1,
    stays: "no programada",
  },
  {
    page: "connection",
    table: "usage_slots",
    parts: ["connection.use"],
    notes: 0,
    stays: "<dd>no se pudo leer</dd>",
  },
  {
    page: "limited",
    table: "connections",
    parts: ["webhook.connection"],
    notes: 0,
    stays: "<dd>no se pudo leer</dd>",
  },
  {
    page: "sync",
    table: "evidence",
    parts: ["sync.evidence"],
    notes: 0,
    stays: "<dd>no se pudo leer</dd>",
  },
  { page: "usage", table: "call_days", parts: ["usage.calls"], notes: 3, stays: days },
  { page: "usage", table: "usage_slots", parts: ["usage.plan"], notes: 2, stays: tool },
  { page: "usage", table: "sync_jobs", parts: ["usage.syncs"], notes: 1, stays: tool },
  { page: "usage", table: "api_keys", parts: ["usage.names"], notes: 1, stays: tool },
  {
    page: "endpoint",
    table: "webhook_attempts",
    parts: ["webhook.health"],
    notes: 1,
    stays: "Enviar una prueba",
  },
  {
    page: "endpoint",
    table: "webhook_deliveries",
    parts: ["webhook.health", "webhook.waiting"],
    notes: 1,
    stays: "no se pudo leer",
  },
])(
  "on the page $page only the block that cannot read $table says so",
  async ({ page, table, parts, notes, stays }) => {
    lines.length = 0;
    const shown = await without(table, () => get(page));
    expect(shown.status).toBe(200);
    expect(shown.text).toContain(stays);
    expect(shown.text.match(unread) ?? []).toHaveLength(notes);
    const id = shown.headers.get("x-request-id");
    const event = "dashboard.part_failed";
    expect(logged()).toMatchObject(
      parts.map((part) => ({ level: "error", event, part, request_id: id })),
    );

    const whole = await get(page);
    expect(whole.status).toBe(200);
    expect(whole.text).not.toMatch(unread);
    expect(logged()).toHaveLength(parts.length);
  },
);

test.each([
  { page: "connection", table: "connections" },
  { page: "endpoint", table: "webhook_endpoints" },
] as const)("the $page itself cannot be read: that fails its page", async ({ page, table }) => {
  lines.length = 0;
  const { status, text } = await without(table, () => get(page));
  expect(status).toBe(500);
  expect(text).not.toMatch(unread);
  expect(logged().at(-1)).toMatchObject({ event: "dashboard.failed" });
});

test("a page that cannot tell whether a sync is running keeps polling", async () => {
  const shown = await without("sync_jobs", () => get("connection", { "x-fragment": "lecturas" }));
  expect(shown.status).toBe(200);
  expect(shown.text).toContain('data-final="no"');
  expect(shown.text).toMatch(unread);
});

test("an error with a code fails the page, not one block", async () => {
  lines.length = 0;
  for (const code of ["forbidden", "service_unavailable"] as const) {
    const asked = readPart(log, "any", () => Promise.reject(new AppError(code)));
    await expect(asked).rejects.toMatchObject({ code });
  }
  expect(lines).toEqual([]);
});
