import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ready } from "#infra/local/local-mode.ts";
import { openBrowser } from "#tests/support/browsers/open-browser.ts";
import { startLocal, type LocalStart } from "#tests/support/processes/start-local.ts";
import { tableOf } from "#tests/support/texts/markdown-tables.ts";
import { blocksOf, type Block } from "#tests/support/readme/blocks.ts";
import { freshClone, type Clone } from "#tests/support/readme/fresh-clone.ts";
import { openTerminal, type Terminal } from "#tests/support/readme/terminal.ts";

// Follows the page like a newcomer: each block in order, in one bash, as printed.

let clone: Clone;
let before: Map<string, string>;
let local: LocalStart;
let ready: Ready;
let terminal: Terminal;
let blocks: Block[];
let next = 0;

beforeAll(async () => {
  clone = await freshClone();
  before = await clone.files();
  local = startLocal(path.join(clone.folder, ".local"), {}, { folder: clone.folder });
  ready = await local.ready();
  // A newcomer's shell has its own Node first, and nothing from the test run.
  const { PATH = "", HOME } = process.env;
  const ownPath = PATH.split(":").filter((folder) => !folder.includes("node_modules"));
  terminal = openTerminal(clone.folder, { PATH: ownPath.join(":"), HOME, TERM: "dumb" });
  const page = await readFile("README.md", "utf8");
  const pasted = ["sh", "bash", "ts"];
  blocks = blocksOf(page).filter(({ language }) => pasted.includes(language));
}, 240_000);
afterAll(async () => {
  await terminal?.close();
  local?.interrupt();
  await local?.ended;
  await clone?.remove();
}, 60_000);

function nextBlock(heading: string): Block {
  const block = blocks[next++];
  if (block?.heading !== heading) throw new Error(`a block of "${heading}" comes next`);
  return block;
}

/** Pastes the next block of a section. Only the addresses are replaced with this run's. */
async function paste(heading: string): Promise<string> {
  const { text } = nextBlock(heading);
  return terminal.paste(
    text
      .replaceAll("http://127.0.0.1:8787", ready.baseUrl)
      .replaceAll("http://127.0.0.1:8788", ready.sandboxUrl),
  );
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

test("Run it: the two commands that come first", () => {
  expect(nextBlock("Run it").text).toBe("npm ci && npm start\n");
  expect(nextBlock("Run it").text).toBe("npm ci && npm test\n");
});

test("Try it", async () => {
  const answers = answersIn(await paste("Try it"));
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
  const [link] = answersIn(await paste("Connect a bank"));
  await connectInBrowser(String(at(link, "data", "url")));

  const [movements, balances, unread, sync, older, log, ...more] = answersIn(
    await paste("Connect a bank"),
  );
  const month = new Date().toLocaleDateString("sv", { timeZone: "America/Santiago" }).slice(0, 7);
  await expectFirstTwo(movements, month);
  expect(at(balances, "data", "saldos")).toHaveLength(3);
  expect(at(unread, "data", "cobertura")).toMatchObject({ estado: "nunca_sincronizado" });
  expect(at(unread, "data", "cobertura", "siguiente")).not.toBeNull();
  expect(sync).toMatchObject({ data: { status: "succeeded" } });
  await expectFirstTwo(older, String(at(sync, "data", "periodo")));
  expect(log).toMatchObject({ failed_logins: 0, logouts: at(log, "logins") });
  expect(more).toEqual([]);
}, 240_000);

async function expectFirstTwo(movements: unknown, periodo: string): Promise<void> {
  const truth = await truthOf("76177907-9", periodo);
  expect(at(movements, "data", "movimientos")).toHaveLength(Math.min(2, truth.length));
  expect(at(movements, "data", "cursor") === null).toBe(truth.length <= 2);
}

/** As the page says: fills in the table's fields, and presses the button. */
async function connectInBrowser(url: string): Promise<void> {
  const fields = await tableOf("README.md", ["field", "value"]);
  expect(fields).toHaveLength(3);
  const { browser, close } = await openBrowser();
  try {
    const page = await browser.newPage({ locale: "es-CL" });
    await page.goto(url);
    for (const { field = "", value = "" } of fields) {
      await page.getByLabel(field, { exact: true }).fill(value.replaceAll("`", ""));
    }
    await page.getByRole("button", { name: "Probar y conectar" }).click();
    await page.getByRole("heading", { name: "Listo" }).waitFor({ timeout: 120_000 });
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
  const printed = await paste("Receive events");
  const [hook, sync] = answersIn(printed);
  expect(hook).toMatchObject({ data: { secret: expect.stringMatching(/^whsec_/) } });
  expect(sync).toHaveProperty("data.jobId");
  expect(printed).toContain("'webhook-signature': 'v1,");
  expect(printed).toMatch(/type: 'sync\.succeeded'/);
}, 240_000);

test("Emit a document: the lost answer, the unknown outcome, the annulment, the receipts", async () => {
  const heading = "Emit a document";
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
  const told = await paste("Give it to an agent");
  expect(told).toMatch(/WWW-Authenticate: Bearer resource_metadata="[^"]+\/mcp"/i);
  expect(told).toMatch(/"token_endpoint":"http:\/\/127\.0\.0\.1:\d+\/auth\/oauth2\/token"/);
  const asked = await paste("Give it to an agent");
  expect(asked).toContain("tool_id: 'tributario.anulacion.previsualizar'");
  expect(asked).toContain("codigo: 'uf'");
  const longest = Math.max(...asked.split("\n").map((line) => line.length));
  expect(longest).toBeLessThan(1_000);
  expect(await paste("Give it to an agent")).toMatch(/"search_docs"[^]*"execute"/);
});

test("From code: a project next to this one", async () => {
  await paste("From code");
  const program = nextBlock("From code");
  expect(program.language).toBe("ts");
  const [, file = ""] = /`(\.\.\/[^`]+)`/.exec(program.before) ?? [];
  await writeFile(path.join(clone.folder, file), program.text);
  const [status, ...rows] = (await paste("From code")).trim().split("\n");
  expect(status).toMatch(/^succeeded \d+$/);
  // The program uses the first connection of the bank that it finds.
  const month = new Date().toLocaleDateString("sv", { timeZone: "America/Santiago" }).slice(0, 7);
  const truths = await Promise.all(["76555835-2", "76177907-9"].map((rut) => truthOf(rut, month)));
  expect(truths.map(({ length }) => length)).toContain(rows.length);
  expect(rows.every((row) => /^\d{4}-\d\d-\d\d -?(US)?\$[\d.,]+ \S/.test(row))).toBe(true);
}, 240_000);

test("no block of the page was left out, failed with a stack, or changed the clone", async () => {
  expect(next).toBe(blocks.length);
  expect(terminal.complaints()).not.toMatch(/\n\s+at |command not found|No such file/);
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
