import { afterAll, beforeAll, expect, test } from "vitest";
import { authorizePath } from "#functions/dashboard/routes/access/authorize.tsx";
import { asOwner } from "#tests/support/databases/as-owner.ts";
import { ownCluster, type OwnCluster } from "#tests/support/databases/own-cluster.ts";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { testDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import { visitor } from "#tests/support/scenes/visitor.ts";

const correo = "ana@maule.example";
const clave = "cuatro palabras al azar";

let cluster: OwnCluster;
let api: TestApi;
let dashboard: TestDashboard;
let cookie: string;

beforeAll(async () => {
  cluster = await ownCluster();
  api = await testApi({ database: cluster.database });
  dashboard = await testDashboard(api);
  const person = { email: correo, name: "Ana Soto", password: clave, emailVerified: true };
  await dashboard.deps.auth.createPerson(person);
  const browser = visitor(dashboard.app);
  await browser.submit("/login", "/login", { correo, clave });
  cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  expect((await get("/dashboard", { cookie })).status).not.toBe(303);
});
afterAll(async () => {
  await dashboard.close();
  await api.close();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  dashboard.app.request(path, { headers });

const post = (path: string, type: string, body: string) =>
  dashboard.app.request(path, { method: "POST", headers: { "content-type": type }, body });

const registration = JSON.stringify({ redirect_uris: ["https://agente.example/vuelta"] });

const questions: Record<string, () => Response | Promise<Response>> = {
  "a page of somebody who is signed in": () => get("/dashboard", { cookie }),
  "the page to sign in, with a session": () => get("/login", { cookie }),
  "an agent's request that a person sees": () =>
    get(`${authorizePath}?client_id=nadie`, { cookie }),
  "an agent that registers": () => post("/auth/oauth2/register", "application/json", registration),
  "an agent's token": () =>
    post(
      "/auth/oauth2/token",
      "application/x-www-form-urlencoded",
      "grant_type=refresh_token&refresh_token=nada&client_id=nadie",
    ),
  "the keys that verify tokens": () => get("/auth/jwks"),
};

async function statuses(): Promise<Record<string, number>> {
  // The public documents are kept for a minute.
  api.clock.advance(61_000);
  const asked = Object.entries(questions).map(
    async ([name, ask]) => [name, (await ask()).status] as const,
  );
  return Object.fromEntries(await Promise.all(asked));
}

const all503 = Object.fromEntries(Object.keys(questions).map((name) => [name, 503]));

test("while the database is unreachable, everybody is told to come back, and nobody that we failed", async () => {
  await cluster.server.stop();
  const answers = await statuses();
  await cluster.server.restart();
  expect(answers).toEqual(all503);
  expect((await get("/dashboard", { cookie })).status).not.toBe(503);
});

test("so it is when only the role of people and tokens gets no connection any more", async () => {
  const { url } = cluster.server;
  await asOwner(url, "alter role connect_auth connection limit 0");
  await asOwner(
    url,
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'connect_auth'",
  );
  const answers = await statuses();
  await asOwner(url, "alter role connect_auth connection limit -1");
  expect(answers).toEqual(all503);
});
