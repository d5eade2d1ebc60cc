import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectors } from "#lib/tools/connectors.ts";
import { clientProject, type ClientProject } from "#tests/support/texts/client-package.ts";
import { languages, type Ran } from "#tests/support/docs-examples/example.ts";
import { readPython } from "#tests/support/docs-examples/read-python.ts";
import { startRelay, type Relay } from "#tests/support/docs-examples/relay.ts";
import { runAll } from "#tests/support/docs-examples/run-all.ts";
import { shownExamples, type Shown } from "#tests/support/docs-examples/shown-examples.ts";
import { startTestLocal, type TestLocal } from "#tests/support/scenes/start-test-local.ts";

/** Another test runs these, because it has the machine for it. */
const elsewhere = new Map([["npm ci && npm start", "README.md"]]);

let project: ClientProject;
let local: TestLocal;
let relay: Relay;
let shown: Shown;
let ran: Ran[];
beforeAll(async () => {
  [project, local] = await Promise.all([clientProject(), startTestLocal()]);
  relay = await startRelay(local);
  shown = await shownExamples(async (path) => {
    const page = await fetch(`${local.ready.baseUrl}${path}`);
    expect([path, page.status]).toEqual([path, 200]);
    return page.text();
  });
  ran = await runAll({
    examples: shown.examples.filter(({ text }) => !elsewhere.has(text)),
    local,
    baseUrl: relay.url,
    project: project.folder,
  });
}, 300_000);
afterAll(async () => {
  await relay?.close();
  await local?.close();
  await project?.close();
});

test("every example of every page is run in all its languages", async () => {
  for (const [text, file] of elsewhere) {
    expect(await readFile(file, "utf8")).toContain(`\n${text}\n`);
  }
  expect(ran.length).toBe(shown.examples.length - elsewhere.size);
  expect(new Set(ran.map(({ example }) => example)).size).toBe(ran.length);
  const tools = connectors.flatMap((connector) => connector.tools.map(({ id }) => id));
  for (const language of languages) {
    const called = ran.filter(({ example }) => example.language === language);
    expect(new Set(called.flatMap(({ example }) => example.toolId ?? []))).toEqual(new Set(tools));
  }
  expect(ran.length).toBeGreaterThan(3 * tools.length);
});

test("every one is answered, and none is refused", () => {
  const other = ran.filter(({ outcome }) => outcome !== "ok");
  const told = other.map(({ example, outcome }) => `${example.page}: ${example.label}: ${outcome}`);
  expect(told).toEqual([]);
});

test("the tabs of one call send the same", () => {
  const { curl, node, "Python-urllib": python } = Object.fromEntries(relay.sent);
  expect(curl?.size).toBeGreaterThan(100);
  expect([...(python ?? [])].toSorted()).toEqual([...(curl ?? [])].toSorted());
  expect([...(curl ?? [])].filter((call) => node?.has(call) !== true)).toEqual([]);
});

test("without Python, parsing it shows what it would send", () => {
  const texts = shown.examples.filter(({ language }) => language === "python");
  const read = texts.map(({ text }) => {
    const call = readPython(text, { CONNECT_URL: "", CONNECT_API_KEY: "k", IDEMPOTENCY_KEY: "" });
    expect(call.headers).toMatchObject({ Authorization: "Bearer k" });
    return `${/tools\/([^/]+)/.exec(call.url)?.[1] ?? ""} ${call.body}`;
  });
  const sent = [...(relay.sent.get("curl") ?? [])].map((line) => {
    const [toolId = "", , , ...body] = line.split(" ");
    return `${toolId} ${body.join(" ")}`;
  });
  expect(read.filter((call) => !sent.includes(call))).toEqual([]);
  expect(read.length).toBeGreaterThan(100);
});

test("whatever is shown and is not an example is an answer", () => {
  expect(shown.answers.length).toBeGreaterThan(100);
  for (const { label, text } of shown.answers) {
    if (label !== "Headers of an answer") expect(JSON.parse(text)).toBeTypeOf("object");
  }
});
