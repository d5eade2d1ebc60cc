import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callTool } from "#tests/support/scenes/api.ts";
import { companyRut, mailScene, type MailScene } from "#tests/support/scenes/mail-scene.ts";

// An account's owner connects it at the provider, with the pages' own forms, over HTTP.

let scene: MailScene;
let owner: { id: string; key: string };
beforeAll(async () => {
  scene = await mailScene();
  owner = await scene.organization();
});
afterAll(() => scene.close());
beforeEach(async () => {
  await scene.sandbox.control("POST", "/reset");
});

const account = "ana.soto@correo.sandbox.test";
const other = "ventas@correo.sandbox.test";
const read = "buzon.leer";
const write = "buzon.redactar";

async function makeLink(input: object = { modo: "crear" }): Promise<string> {
  const given = { sistema: "correo", ...input };
  const { body } = await callTool(scene.app, "conexiones.enlace.crear", given, { key: owner.key });
  const url = String(body.data?.["url"]);
  expect(url, JSON.stringify(body)).toContain("/connect/");
  return new URL(url).pathname;
}

interface Journey {
  page: string;
  cookie: string;
  /** All cookies, as the browser sends them to the link's pages. */
  cookies: string;
  provider: URL;
}

/** The form of the page, sent. */
async function submitForm(page: string, fields: Record<string, string> = { empresa: companyRut }) {
  const response = await scene.app.request(page, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
    },
    body: new URLSearchParams(fields).toString(),
  });
  expect(response.status).toBe(303);
  const cookie = (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const provider = new URL(response.headers.get("location") ?? "");
  const cookies = response.headers.getSetCookie().map((one) => one.split(";")[0] ?? "");
  return { page, cookie, cookies: cookies.join("; "), provider };
}

/** What its owner does at the provider; returns the address that they are redirected to. */
async function allow(
  { provider }: Journey,
  ticked: readonly string[],
  { as = account, decision = "permitir" } = {},
): Promise<URL> {
  const shown = await (await fetch(provider)).text();
  const [, id = ""] = /name="solicitud" value="([^"]+)"/.exec(shown) ?? [];
  const post = (path: string, fields: [string, string][]) =>
    fetch(`${scene.sandbox.url}/portals/correo${path}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
  await post("/oauth/ingreso", [
    ["solicitud", id],
    ["cuenta", as],
    ["clave", "clave-correo"],
  ]);
  const answered = await post("/oauth/permisos", [
    ["solicitud", id],
    ["decision", decision],
    ...ticked.map((scope): [string, string] => ["permiso", scope]),
  ]);
  return new URL(answered.headers.get("location") ?? "");
}

function comeBack(journey: Journey, back: URL, cookie = journey.cookie): Promise<Response> {
  const path = `${back.pathname}${back.search}`;
  return Promise.resolve(scene.app.request(path, { headers: { cookie } }));
}

const textOf = async (path: string) => (await scene.app.request(path)).text();

async function connections() {
  const rows = await scene.database.owner(
    `select id, nombre, rut, credencial, cuenta is not null as account from connections
    where organization_id = $1 order by created_at, id`,
    [owner.id],
  );
  return rows;
}

const attempts = async (path: string) => {
  const [row] = await scene.database.owner(
    "select attempts, state, last_failure, verified from links order by created_at desc, id desc limit 1",
    [],
  );
  return { path, ...row };
};

test("a company connects two accounts, and a link works once", async () => {
  const page = await makeLink();
  const shown = await scene.app.request(page);
  const policy = shown.headers.get("content-security-policy") ?? "";
  expect(policy).toContain(`form-action 'self' ${new URL(scene.sandbox.url).origin};`);
  expect(await shown.text()).toContain("Continuar en tu proveedor");

  const journey = await submitForm(page);
  expect(Object.fromEntries(journey.provider.searchParams)).toMatchObject({
    response_type: "code",
    scope: `${read} ${write}`,
    code_challenge_method: "S256",
    redirect_uri: "http://127.0.0.1:9/connect/oauth/callback",
  });
  const back = await allow(journey, [read, write]);
  const answer = await comeBack(journey, back);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `${page}/progreso`]);
  expect(answer.headers.get("set-cookie")).toContain("Max-Age=0");
  expect(await textOf(`${page}/progreso`)).toContain("quedó conectado");
  expect(await attempts(page)).toMatchObject({ state: "consumed", verified: null });
  expect(await connections()).toEqual([
    expect.objectContaining({
      nombre: account,
      rut: companyRut,
      credencial: "viva",
      account: true,
    }),
  ]);

  const second = await submitForm(await makeLink());
  await comeBack(second, await allow(second, [read, write], { as: other }));
  expect((await connections()).map(({ nombre }) => nombre)).toEqual([account, other]);

  // The same one again renews its existing connection.
  const again = await submitForm(await makeLink());
  await comeBack(again, await allow(again, [read, write]));
  expect(await connections()).toHaveLength(2);
  const status = await callTool(scene.app, "conexiones.estado.consultar", {}, { key: owner.key });
  expect(status.body.data?.["conexiones"]).toEqual(
    expect.arrayContaining([expect.objectContaining({ nombre: account, datosListos: true })]),
  );
});

test("a person who declines, or leaves a module out, connects nothing and may try again", async () => {
  const before = (await connections()).length;
  const page = await makeLink();
  const denied = await submitForm(page);
  const answer = await comeBack(denied, await allow(denied, [], { decision: "negar" }));
  expect(answer.headers.get("location")).toBe(page);
  expect(await textOf(page)).toContain("No quedó el permiso");
  expect(await attempts(page)).toMatchObject({ attempts: 0, state: "open" });

  const partly = await submitForm(page);
  await comeBack(partly, await allow(partly, [read]));
  expect(await textOf(page)).toContain("No quedó el permiso");
  expect(await attempts(page)).toMatchObject({
    attempts: 0,
    state: "open",
    last_failure: "permiso_no_concedido",
  });
  expect(await connections()).toHaveLength(before);

  const whole = await submitForm(page);
  await comeBack(whole, await allow(whole, [read, write], { as: "cuenta1@correo.sandbox.test" }));
  expect(await connections()).toHaveLength(before + 1);
});

test("a state counts once, in the browser that left, for its own link", async () => {
  const page = await makeLink();
  const first = await submitForm(page);
  const back = await allow(first, [read, write], { as: "cuenta2@correo.sandbox.test" });
  const stolen = await comeBack(first, back, "");
  expect([stolen.status, await stolen.text()]).toEqual([
    400,
    expect.stringContaining("Abre el enlace de nuevo"),
  ]);
  const elsewhere = new URL(back);
  elsewhere.searchParams.set("iss", "https://otro.example");
  expect((await comeBack(first, elsewhere)).status).toBe(409);

  // Another tab started again: the first one's answer is no longer valid.
  const second = await submitForm(page);
  expect((await comeBack(first, back)).status).toBe(409);
  const good = await allow(second, [read, write], { as: "cuenta2@correo.sandbox.test" });
  expect((await comeBack(second, good)).status).toBe(303);
  expect((await comeBack(second, good)).status).toBe(410);

  const late = await submitForm(await makeLink());
  const allowed = await allow(late, [read, write], { as: "cuenta3@correo.sandbox.test" });
  scene.advance(601);
  const refused = await comeBack(late, allowed);
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringContaining("Hay que empezar de nuevo"),
  ]);
});

test("a connection keeps its account: no link gives it another one", async () => {
  const [mine] = await connections();
  const page = await makeLink({ modo: "reconectar", conexionId: mine?.["id"] });
  expect(await textOf(page)).not.toContain('name="empresa"');
  const journey = await submitForm(page, {});
  await comeBack(
    journey,
    await allow(journey, [read, write], { as: "cuenta4@correo.sandbox.test" }),
  );
  expect(await attempts(page)).toMatchObject({
    attempts: 0,
    state: "open",
    last_failure: "otra_empresa",
  });
  const again = await submitForm(page, {});
  await comeBack(again, await allow(again, [read, write]));
  expect(await attempts(page)).toMatchObject({ state: "consumed" });
});

test("the person who connected an account revokes it with the address on the last page", async () => {
  const account = "cuenta6@correo.sandbox.test";
  const page = await makeLink();
  const journey = await submitForm(page);
  const back = await allow(journey, [read, write], { as: account });
  expect((await comeBack(journey, back)).status).toBe(303);
  const { cookies } = journey;
  const last = await scene.app.request(`${page}/progreso`, { headers: { cookie: cookies } });
  const cut = /(\/connect\/cortar\/[\w-]{43})</.exec(await last.text())?.[1] ?? "";
  expect(await textOf(cut)).toContain("la autorización de tu cuenta");
  expect((await scene.app.request(cut, { method: "POST" })).status).toBe(303);
  expect(await textOf(cut)).toContain("Quita también el permiso en tu proveedor");
  const kept = await scene.database.owner(
    `select n.credencial, c.connection_id as sealed, (select ended from consents where connection_id = n.id) as ended
     from connections n left join credentials c on c.connection_id = n.id where n.nombre = $1`,
    [account],
  );
  expect(kept).toEqual([{ credencial: "revocada", sealed: null, ended: "cortado" }]);
});

test("no secret of the round trip is in a log, an audit row or a job", async () => {
  const journey = await submitForm(await makeLink());
  const back = await allow(journey, [read, write], { as: "cuenta5@correo.sandbox.test" });
  await comeBack(journey, back);
  const code = back.searchParams.get("code") ?? "";
  const rows = await scene.database.owner(
    `select (select string_agg(a::text, '') from audit a) || (select string_agg(j::text, '') from sync_jobs j)
      || (select string_agg(l::text, '') from links l) as text`,
    [],
  );
  expect(code).not.toBe("");
  for (const secret of [code, journey.cookie.split("=")[1] ?? "?"]) {
    expect(String(rows[0]?.["text"])).not.toContain(secret);
  }
});
