import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#infra/local/ports.ts";
import { listen, type Listening } from "#infra/server/listen.ts";
import { registerClient } from "#lib/identity/auth/register-client.ts";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { spawnChild } from "#tests/support/processes/child-process.ts";
import { testDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import { plantMember } from "#tests/support/scenes/grants.ts";
import { pollUntil } from "#tests/support/poll-until.ts";
import { hiddenOf, visitor, type Visitor } from "#tests/support/scenes/visitor.ts";

const email = "ana@boldos.test";
const password = "una clave bien larga";
const suite = path.resolve("node_modules/@modelcontextprotocol/conformance/dist/index.js");

let api: TestApi;
let dashboard: TestDashboard;
let server: Listening;
let baseUrl: string;
let folder: string;
let person: Visitor;

beforeAll(async () => {
  api = await testApi();
  const port = await freePort();
  baseUrl = `http://127.0.0.1:${port}`;
  dashboard = await testDashboard(api, { BASE_URL: baseUrl });
  server = await listen(dashboard.app.fetch, port);
  folder = await mkdtemp(path.join(tmpdir(), "oauth-conformance-"));
  const made = await dashboard.deps.auth.createPerson({
    email,
    password,
    name: "Ana",
    emailVerified: true,
  });
  await plantMember(api.database, (await api.organization()).id, { userId: made?.userId ?? "" });
  person = visitor(dashboard.app);
  const entered = await person.submit("/login", "/login", { correo: email, clave: password });
  expect(entered.status).toBe(303);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await server.close();
  await dashboard.close();
  await api.close();
});

/** Does what a person would do with the suite's page, so that nobody has to be there. */
async function allow(url: URL): Promise<void> {
  const { location } = await person.get(url.pathname + url.search);
  const page = await person.get(location ?? "");
  const done = await person.post("/consent", {
    ...hiddenOf(page.text, "/consent"),
    decision: "permitir",
    conexiones: "todas",
    permiso: ["banco_a:read"],
  });
  await fetch(done.location ?? "");
}

test("both scenarios for authorization servers pass, with a program as the person", async () => {
  const callback = await freePort();
  const registered = await registerClient(dashboard.deps, {
    redirect_uris: [`http://127.0.0.1:${callback}/callback`],
    token_endpoint_auth_method: "none",
  });
  const { client_id: clientId } = (await registered.json()) as { client_id: string };
  const child = spawnChild(process.execPath, [
    suite,
    "authorization",
    "--url",
    baseUrl,
    "--client-id",
    clientId,
    "--port",
    String(callback),
    "--resource",
    `${baseUrl}/mcp`,
    "--output-dir",
    folder,
  ]);
  const asked = await pollUntil(
    async () => /^http\S+\/auth\/oauth2\/authorize\?\S+$/m.exec(child.output().stdout)?.[0],
    (url) => url !== undefined,
    20,
  );
  await allow(new URL(asked ?? ""));
  await child.ended;
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    file.endsWith("checks.json"),
  );
  const checks = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(path.join(folder, file), "utf8"))),
  );
  const found = (checks.flat() as { id: string; status: string }[]).map(({ id, status }) => [
    id,
    status,
  ]);
  expect(Object.fromEntries(found)).toMatchObject({
    "authorization-server-metadata": "SUCCESS",
    "authorization-code-grant": "SUCCESS",
  });
  expect(found.filter(([, status]) => status !== "SUCCESS")).toEqual([]);
}, 60_000);
