import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ready } from "#infra/local/local-mode.ts";
import { mcpClient } from "#tests/support/agents/mcp-calls.ts";
import { openBrowser } from "#tests/support/browsers/open-browser.ts";
import { startLocal, type LocalStart } from "#tests/support/processes/start-local.ts";
import { tableOf } from "#tests/support/texts/markdown-tables.ts";
import { freshClone, type Clone } from "#tests/support/readme/fresh-clone.ts";
import {
  blocksOfPage,
  onThisMachine,
  pastedPage,
  type PastedPage,
} from "#tests/support/readme/pasted-page.ts";
import { openTerminal } from "#tests/support/readme/terminal.ts";
import { wishOf } from "#tests/support/readme/wish.ts";

// Follows the README and the pages it leads to like a newcomer: each block in order, as printed. Every page gets a
// bash of its own with what the README's second block sets; local mode is started once.

const pages = ["quickstart", "webhooks", "emissions", "agents", "client"] as const;
/** Its blocks are run by `tests/e2e/plain-server-walk.test.ts` and `tests/contract/operations.test.ts`. */
const elsewhere = ["operations"];

let clone: Clone;
let before: Map<string, string>;
let local: LocalStart;
let ready: Ready;
let readme: PastedPage;
let page: Record<(typeof pages)[number], PastedPage>;

beforeAll(async () => {
  clone = await freshClone();
  before = await clone.files();
  local = startLocal(path.join(clone.folder, ".local"), {}, { folder: clone.folder });
  ready = await local.ready();
  const where = { folder: clone.folder, ready };
  readme = await pastedPage("README.md", where);
  const opened = await Promise.all(
    pages.map(async (name) => [name, await pastedPage(`docs/${name}.md`, where)] as const),
  );
  page = Object.fromEntries(opened) as typeof page;
}, 240_000);
afterAll(async () => {
  for (const { terminal } of everyPage()) await terminal.close();
  local?.interrupt();
  await local?.ended;
  await clone?.remove();
}, 60_000);

function everyPage(): PastedPage[] {
  return [readme, ...Object.values(page ?? {})].filter((one) => one !== undefined);
}

/** The answers of the service and the sandbox, one per line, in order. */
function answersIn(printed: string): unknown[] {
  const lines = printed.split("\n").filter((line) => line.startsWith('{"'));
  return lines.map((line): unknown => JSON.parse(line));
}

function at(answer: unknown, ...names: string[]): unknown {
  return names.reduce(
    (value, name) => (value as Record<string, unknown> | undefined)?.[name],
    answer,
  );
}

test("Run it: the two commands that come first, and the first rows of a bank", async () => {
  expect(readme.next("Run it").text).toBe("npm ci && npm start\n");
  const sets = onThisMachine(readme.blocks[1]?.text ?? "", ready);
  expect(answersIn(await readme.paste("Run it"))).toEqual([]);
  for (const { terminal } of Object.values(page)) await terminal.paste(sets);

  const [unread, sync, movements, balances, ...more] = answersIn(await readme.paste("Run it"));
  expect(at(unread, "data", "cobertura")).toMatchObject({
    estado: "nunca_sincronizado",
    siguiente: { tool_id: "banco_a.conexion.sincronizar" },
  });
  expect(sync).toMatchObject({ data: { status: "succeeded" } });
  await expectFirstTwo(movements, thisMonth(), "76555835-2");
  expect(at(balances, "data", "saldos")).toHaveLength(3);
  expect(more).toEqual([]);
  expect(readme.next("Test it").text).toBe("npm ci && npm test\n");
});

test("A wish and its answer: the calls exist, and answer in that form", async () => {
  const { asked, calls, answer, figures } = await wishOf("README.md");
  expect(asked).toMatch(/\?$/);
  expect(calls.map(({ tool }) => tool)).toEqual(["search_docs", "execute"]);
  const [search, execute] = calls;
  const { apiKey = "", connections } = ready.organizations[0] ?? {};
  const service = { send: (request: Request) => fetch(request), url: ready.mcpUrl };
  const agent = await mcpClient(service, apiKey, "current");
  const found = await agent.callTool({ name: "search_docs", arguments: { ...search?.input } });
  expect(at(found.structuredContent, "data", "results", "0", "tool_id")).toBe(search?.answered);
  const input = { ...execute?.input, connectionId: connections?.["banco_a"] };
  const read = await agent.callTool({ name: "execute", arguments: input });
  await agent.close();
  expect(read.structuredContent).toMatchObject({ data: likeThat(execute?.answered) });
  // What the agent says, it was told.
  expect(figures.length).toBeGreaterThan(2);
  for (const figure of figures) expect(JSON.stringify(execute?.answered), answer).toContain(figure);
});

/** The same fields with values of the same type: those are of the day. */
function likeThat(shown: unknown): unknown {
  if (Array.isArray(shown)) return shown.map(likeThat);
  if (typeof shown === "number") return expect.any(Number);
  if (typeof shown === "string" && /\d/.test(shown)) return expect.stringMatching(/\d/);
  if (typeof shown !== "object" || shown === null) return shown;
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, likeThat(value)]));
}

test("Try it", async () => {
  const answers = answersIn(await page.quickstart.paste("Try it"));
  expect(answers).toMatchObject([
    { data: { timezone: "America/Santiago" } },
    { data: { codigo: "uf", valor: expect.any(Number) } },
    { data: { mensaje: "hola" } },
    { error: { code: "validation_error" } },
    { error: { code: "tool_not_found" } },
  ]);
  const issues = JSON.stringify(at(answers[3], "error", "details", "issues"));
  expect(issues).toContain('"mensaje"');
  expect(issues).toContain('"menssaje"');
});

test("Connect a bank: by its link page in a browser, then synced and read", async () => {
  const { quickstart } = page;
  const [link] = answersIn(await quickstart.paste("Connect a bank"));
  // A reader who pastes the rest before using the link is told so, in one line.
  const complained = quickstart.terminal.complaints();
  const early = await quickstart.terminal.paste(
    onThisMachine(quickstart.left()[0]?.text ?? "", ready),
  );
  expect(early).toBe("Open the link first and connect the bank. Then paste this block again.\n");
  expect(quickstart.terminal.complaints()).toBe(complained);
  await connectInBrowser(String(at(link, "data", "url")));

  const [movements, balances, unread, sync, older, log, ...more] = answersIn(
    await quickstart.paste("Connect a bank"),
  );
  await expectFirstTwo(movements, thisMonth());
  expect(at(balances, "data", "saldos")).toHaveLength(3);
  expect(at(unread, "data", "cobertura")).toMatchObject({ estado: "nunca_sincronizado" });
  expect(at(unread, "data", "cobertura", "siguiente")).not.toBeNull();
  expect(sync).toMatchObject({ data: { status: "succeeded" } });
  await expectFirstTwo(older, String(at(sync, "data", "periodo")));
  expect(log).toMatchObject({ failed_logins: 0, logouts: at(log, "logins") });
  expect(more).toEqual([]);
}, 240_000);

async function expectFirstTwo(
  movements: unknown,
  periodo: string,
  rut = "76177907-9",
): Promise<void> {
  const truth = await truthOf(rut, periodo);
  expect(at(movements, "data", "movimientos")).toHaveLength(Math.min(2, truth.length));
  expect(at(movements, "data", "cursor") === null).toBe(truth.length <= 2);
}

function thisMonth(): string {
  return new Date().toLocaleDateString("sv", { timeZone: "America/Santiago" }).slice(0, 7);
}

/** As the page says: fills in the table's fields, and presses the button. */
async function connectInBrowser(url: string): Promise<void> {
  const fields = await tableOf("docs/quickstart.md", ["field", "value"]);
  expect(fields).toHaveLength(3);
  const { browser, close } = await openBrowser();
  try {
    const link = await browser.newPage({ locale: "es-CL" });
    await link.goto(url);
    for (const { field = "", value = "" } of fields) {
      await link.getByLabel(field, { exact: true }).fill(value.replaceAll("`", ""));
    }
    await link.getByRole("button", { name: "Probar y conectar" }).click();
    await link.getByRole("heading", { name: "Listo" }).waitFor({ timeout: 120_000 });
  } finally {
    await close();
  }
}

/** What the bank itself has for a company's month. */
async function truthOf(rut: string, periodo: string): Promise<unknown[]> {
  const query = `resource=movimientos&periodo=${periodo}&rut=${rut}`;
  const answer = await fetch(`${ready.sandboxUrl}/control/portals/banco_a/truth?${query}`);
  return ((await answer.json()) as { rows: unknown[] }).rows;
}

test("Receive events", async () => {
  const printed = await page.webhooks.paste("Receive events");
  const [hook, sync] = answersIn(printed);
  expect(hook).toMatchObject({ data: { secret: expect.stringMatching(/^whsec_/) } });
  expect(sync).toHaveProperty("data.jobId");
  expect(printed).toContain("'webhook-signature': 'v1,");
  expect(printed).toMatch(/type: 'sync\.succeeded'/);
}, 240_000);

test("Emit a document: the lost answer, the unknown outcome, the annulment, the receipts", async () => {
  const heading = "Emit a document";
  const { paste } = page.emissions;
  expect(answersIn(await paste(heading))).toMatchObject([
    { data: { state: "done" } },
    { data: { folio: expect.any(Number) }, meta: { idempotency: "replayed" } },
    { previews: 2, sends: 1, emitted: 1 },
  ]);

  const [unknown, looked, found] = answersIn(await paste(heading));
  expect(unknown).toMatchObject({ error: { code: "tributario_emission_outcome_unknown" } });
  expect(JSON.stringify(at(looked, "data"))).toContain('"emitido"');
  expect(found).toMatchObject({ data: { folio: expect.any(Number) } });

  const [annulled] = answersIn(await paste(heading));
  expect(annulled).toMatchObject({ data: { notaCredito: expect.any(Object) } });
  expect(JSON.stringify(at(annulled, "data", "documento"))).toContain('"anulado"');

  const verified = await paste(heading);
  expect(verified).toMatch(/resultado: 'emitido'/);
  expect(verified.trimEnd().split("\n").at(-1)).toBe("bad_signature");
}, 300_000);

test("Give it to an agent", async () => {
  const { paste } = page.agents;
  const told = await paste("Connect an agent");
  expect(told).toMatch(/WWW-Authenticate: Bearer resource_metadata="[^"]+\/mcp"/i);
  expect(told).toMatch(/"token_endpoint":"http:\/\/127\.0\.0\.1:\d+\/auth\/oauth2\/token"/);
  const asked = await paste("Connect an agent");
  expect(asked).toContain("tool_id: 'tributario.anulacion.previsualizar'");
  expect(asked).toContain("codigo: 'uf'");
  const longest = Math.max(...asked.split("\n").map((line) => line.length));
  expect(longest).toBeLessThan(1_000);
  expect(await paste("Connect an agent")).toMatch(/"search_docs"[^]*"execute"/);
});

test("From code: a project next to this one", async () => {
  const { paste, next } = page.client;
  await paste("A project next to this one");
  const program = next("A project next to this one");
  expect(program.language).toBe("ts");
  const [, file = ""] = /`(\.\.\/[^`]+)`/.exec(program.before) ?? [];
  await writeFile(path.join(clone.folder, file), program.text);
  const [status, ...rows] = (await paste("A project next to this one")).trim().split("\n");
  expect(status).toMatch(/^succeeded \d+$/);
  // The program uses the first connection of the bank that it finds.
  const truths = await Promise.all(
    ["76555835-2", "76177907-9"].map((rut) => truthOf(rut, thisMonth())),
  );
  expect(truths.map(({ length }) => length)).toContain(rows.length);
  expect(rows.every((row) => /^\d{4}-\d\d-\d\d -?(US)?\$[\d.,]+ \S/.test(row))).toBe(true);
}, 240_000);

test("every page of docs with blocks is followed by a test", async () => {
  const files = (await readdir("docs")).filter((name) => name.endsWith(".md"));
  const all = files.map((name) => name.replace(/\.md$/, ""));
  const found = await Promise.all(all.map((name) => blocksOfPage(`docs/${name}.md`)));
  const withBlocks = all.filter((_, index) => found[index]?.length !== 0);
  expect(withBlocks.toSorted()).toEqual([...pages, ...elsewhere].toSorted());
});

test("no block of the pages was left out, failed with a stack, or changed the clone", async () => {
  expect(everyPage().flatMap(({ left }) => left())).toEqual([]);
  const complaints = everyPage().map(({ terminal }) => terminal.complaints());
  expect(complaints.join("\n")).not.toMatch(/\n\s+at |command not found|No such file/);
  const after = await clone.files();
  const packed = [...after.keys()].filter((file) => file.endsWith(".tgz"));
  expect(packed).toEqual([]);
  expect(after).toEqual(before);
});

test.each([
  ["on the 31st", "2027-03-31T15:00:00Z", "2027-03", "2027-01"],
  ["in the last hours of a month in Santiago", "2027-05-01T02:30:00Z", "2027-04", "2027-02"],
  ["in the first hours of a year", "2027-01-01T05:00:00Z", "2027-01", "2026-11"],
])("its months are right %s", async (_, instant, month, old) => {
  const blocks = [...readme.blocks, ...page.quickstart.blocks];
  const lines = blocks.flatMap(({ text }) => text.split("\n"));
  const months = lines.filter((line) => /^(MONTH|OLD)=/.test(line));
  expect(months).toHaveLength(2);
  const moved = `data:text/javascript,const Real=Date;globalThis.Date=class extends Real{constructor(...a){super(...(a.length?a:["${instant}"]))}}`;
  const shell = openTerminal(clone.folder, {
    PATH: process.env["PATH"],
    NODE_OPTIONS: `--import ${encodeURI(moved)}`,
    TZ: "Asia/Tokyo",
  });
  const printed = await shell.paste([...months, 'echo "$MONTH $OLD"'].join("\n"));
  await shell.close();
  expect(printed.trim(), shell.complaints()).toBe(`${month} ${old}`);
});
