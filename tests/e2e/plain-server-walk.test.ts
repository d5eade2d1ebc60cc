import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#infra/local/ports.ts";
import { ensureDatabase, startPostgres, type LocalPostgres } from "#infra/local/postgres.ts";
import { openTerminal, type Terminal } from "#tests/support/readme/terminal.ts";
import { until } from "#tests/support/until.ts";

// `docs/operations.md`, "On a plain server": each block is pasted as it is, into one bash, on a server that has a
// Postgres and nothing else. What is this machine's own is put in the place of what the page cannot know.
const root = new URL("../../", import.meta.url);

let folder: string;
let databaseFolder: string;
let server: LocalPostgres;
let terminal: Terminal;
let ownThings: [page: string, here: string][];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "connect-walk-"));
  databaseFolder = await mkdtemp(path.join(tmpdir(), "connect-walk-database-"));
  server = await startPostgres(databaseFolder);
  const ownerUrl = await ensureDatabase(server.url, "connect");
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const chromium = process.env["CHROMIUM_PATH"];
  terminal = openTerminal(new URL(".", root).pathname, {
    PATH,
    HOME,
    PORT: String(port),
    BROWSER_SANDBOX: "off",
    ...(chromium !== undefined && { CHROMIUM_PATH: chromium }),
  });
  ownThings = [
    ["postgres://owner:…@127.0.0.1:5432/connect", ownerUrl],
    ["$PWD/kept", path.join(folder, "etc")],
    ["127.0.0.1:8787", `127.0.0.1:${port}`],
    ["https://…", "https://portal.invalid"],
    ["npm run serve", 'npm run serve > "$KEPT/serve.log" 2>&1 &'],
  ];
}, 120_000);
afterAll(async () => {
  await terminal?.close();
  await server?.stop();
  for (const made of [folder, databaseFolder]) await rm(made, { recursive: true, force: true });
});

async function blocks(): Promise<string[]> {
  const page = await readFile(new URL("docs/operations.md", root), "utf8");
  const section = page.slice(page.indexOf("\n## On a plain server")).split("\n### ")[0] ?? "";
  return [...section.matchAll(/^( *)```sh\n([^]*?)^ *```$/gm)].map(([, indent = "", text = ""]) =>
    text.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );
}

test("from a Postgres to the first call, by the page's own commands", async () => {
  const pasted = await blocks();
  expect(pasted).toHaveLength(5);
  // A machine without it draws its secrets by the same words.
  await terminal.paste(
    'set -u; command -v openssl > /dev/null || openssl() { node -p "crypto.randomBytes(+process.argv[2]).toString(process.argv[1].slice(1))" -- "$2" "$3"; }',
  );
  const printed: string[] = [];
  for (const block of pasted) {
    const text = ownThings.reduce((all, [page, here]) => all.replaceAll(page, here), block);
    printed.push(await terminal.paste(text, 240_000));
    if (!block.includes("npm run serve")) continue;
    const log = path.join(folder, "etc", "serve.log");
    const said = () => readFile(log, "utf8").catch(() => "");
    const heard = await until(said, (text) => /listens on|usable|cannot/.test(text), 120);
    expect(heard).toContain("listens on");
  }
  expect(printed[0]).toMatch(/migrations are applied/);
  expect(printed[4]).toMatch(/"status":"ok"/);
  expect(printed[4]).toMatch(/"data":\{"iso":"/);
  const complaints = terminal.complaints().split("\n");
  expect(complaints.filter((line) => /unbound|No such|not found/.test(line))).toEqual([]);
}, 400_000);
