import { Script } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { updateOrganization } from "#lib/identity/index.ts";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import { readableLog } from "#tests/support/log.ts";
import {
  linkScene,
  typedLogin,
  type LinkScene,
  type MadeLink,
} from "#tests/support/scenes/links.ts";
import { scriptPath } from "./pages/connect-script.ts";

let scene: LinkScene;
let owner: TestOrganization;
const { log, lines } = readableLog();
const name = `<script>alert("1")</script> & 'Hijos' Ltda.`;
beforeAll(async () => {
  scene = await linkScene({ log });
  owner = await scene.organization({ name });
});
afterAll(() => scene.close());

async function get(path: string) {
  const response = await scene.app.request(path);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function post(
  token: string,
  body: string = new URLSearchParams(typedLogin).toString(),
  headers: Record<string, string> = {},
) {
  const response = await scene.app.request(`/connect/${token}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body,
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const open = async (link: MadeLink) => get(`/connect/${link.token}`);

test("no page is cached, framed, sniffed or passed on, and nothing foreign runs on it", async () => {
  const link = await scene.makeLink(owner);
  const pages = [await open(link), await get("/connect/desconocido"), await post(link.token)];
  expect(pages.map(({ status }) => status)).toEqual([200, 404, 303]);
  for (const { headers } of pages) {
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'sha256-[^']+';/);
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
  }
});

test("a link that was cut or completed on its way leads to a page for people", async () => {
  for (const cut of ["/connect", "/connect/", "/connect/a/b", "/connect/oauth"]) {
    const { status, headers, text } = await get(cut);
    expect([cut, status, headers.get("content-type")]).toEqual([
      cut,
      404,
      "text/html; charset=UTF-8",
    ]);
    expect(text).toContain("Este enlace no existe");
  }
  const { token } = await scene.makeLink(owner);
  const { status, headers } = await get(`/connect/${token}/`);
  expect([status, headers.get("location")]).toEqual([303, `/connect/${token}`]);
});

test("every page, script and state has its own id", async () => {
  const link = await scene.makeLink(owner);
  const paths = [`/connect/${link.token}`, "/connect/none", "/connect/none/status", scriptPath];
  const answers = [
    ...(await Promise.all(paths.map(get))),
    await post("none"),
    await post("x", "%ff"),
  ];
  const ids = answers.map(({ headers }) => headers.get("x-request-id"));
  for (const id of ids) expect(id).toMatch(/^req_[0-9a-z]{26}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a page mentions issuing documents only if they can be issued, and otherwise only reading", async () => {
  const texts = async (sistema: string, alcances: string[]) =>
    (await open(await scene.makeLink(owner, { sistema, alcances }))).text;
  const asks = "emitir documentos en su nombre";
  const issuing = await texts("tributario", ["rcv", "dte"]);
  expect(issuing).toContain(asks);
  expect(issuing).toContain("no se pueden deshacer");
  for (const reading of [
    await texts("tributario", ["rcv", "boletas"]),
    await texts("banco_a", ["movimientos"]),
  ]) {
    expect(reading).toContain("te pide permiso para leer");
    expect(reading).not.toContain(asks);
    expect(reading).not.toContain("Qué podrá emitir");
  }
});

test("what an organization typed is text on the page, not markup", async () => {
  const link = await scene.makeLink(owner);
  const { text } = await open(link);
  expect(text).not.toContain("<script>alert");
  expect(text).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp;");
});

test("what a person typed comes back as text, and a password never does", async () => {
  const link = await scene.makeLink(owner);
  const typed = { rut: '"><img src=x>', clave: "mi-clave-marcada", empresa: "76555835-2" };
  const { status, text } = await post(link.token, new URLSearchParams(typed).toString());
  expect(status).toBe(422);
  expect(text).toContain("&quot;&gt;&lt;img");
  expect(text).not.toContain("mi-clave-marcada");
  expect(text).toContain('aria-invalid="true"');
});

test("the script's address changes with its text, so it may be cached for ever", async () => {
  const { text } = await open(await scene.makeLink(owner));
  const path = /<script src="([^"]+)"/.exec(text)?.[1] ?? "";
  expect(path).toMatch(/^\/connect\/assets\/enlace\.[0-9a-f]{16}\.js$/);
  const script = await get(path);
  expect(script.headers.get("content-type")).toContain("text/javascript");
  expect(script.headers.get("cache-control")).toContain("immutable");
  expect(() => new Script(script.text)).not.toThrow();
});

describe("the form", () => {
  test("leads to the progress page, also when it is sent twice", async () => {
    const link = await scene.makeLink(owner);
    const all = await Promise.all([post(link.token), post(link.token), post(link.token)]);
    for (const { status, headers } of all) {
      expect(status).toBe(303);
      expect(headers.get("location")).toBe(`/connect/${link.token}/progreso`);
    }
    const jobs = await scene.database.owner("select 1 from sync_jobs where link_id = $1", [
      link.id,
    ]);
    expect(jobs).toHaveLength(1);
    expect((await open(link)).headers.get("location")).toBe(`/connect/${link.token}/progreso`);
    const progress = await get(`/connect/${link.token}/progreso`);
    expect(progress.text).toContain('http-equiv="refresh"');
  });

  test.each([
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://otra.example" },
    { origin: "https://connect.test.otra.example" },
  ])("sent by another site's page %o is refused", async (headers) => {
    const link = await scene.makeLink(owner);
    expect((await post(link.token, undefined, headers)).status).toBe(403);
    expect((await open(link)).status).toBe(200);
  });

  test.each([
    { "sec-fetch-site": "same-origin", origin: "null" },
    { origin: "http://connect.test" },
    { origin: "null" },
  ])("sent by our own page %o is accepted", async (headers) => {
    const link = await scene.makeLink(owner);
    expect((await post(link.token, undefined, headers)).status).toBe(303);
  });

  test("that is too large, of another type or not text is refused with a page", async () => {
    const link = await scene.makeLink(owner);
    const large = await post(link.token, `clave=${"x".repeat(17_000)}`);
    const json = await post(link.token, "{}", { "content-type": "application/json" });
    const broken = await scene.app.request(`/connect/${link.token}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new Uint8Array([0xff, 0xfe, 0x3d]),
    });
    expect([large.status, json.status, broken.status]).toEqual([413, 415, 400]);
    expect(large.text).toContain("No pudimos leer el formulario");
  });
});

test("every state of a link has its status and its page", async () => {
  const used = await scene.makeLink(owner);
  await post(used.token);
  await scene.succeed(used.id);
  const exhausted = await scene.makeLink(owner);
  for (let i = 0; i < 2; i++) {
    await scene.submit(exhausted.token);
    await scene.fail(exhausted.id, "clave_rechazada");
  }
  const poor = await scene.organization();
  const paused = await scene.makeLink(poor);
  await updateOrganization(scene.deps, poor.id, { billing: "past_due" });
  const expired = await scene.makeLink(owner, { expiraEnMinutos: 5 });

  const done = await get(`/connect/${used.token}/progreso`);
  expect([done.status, /Listo/.test(done.text)]).toEqual([200, true]);
  scene.clock.moveTo(new Date(Date.parse(expired.expiraEn)));
  const pages = await Promise.all([used, exhausted, paused, expired].map(open));
  expect(pages.map(({ status }) => status)).toEqual([410, 410, 409, 410]);
  const titles = pages.map(({ text }) => /<h1>([^<]+)<\/h1>/.exec(text)?.[1]);
  expect(titles).toEqual([
    "Este enlace ya se usó",
    "Se acabaron los intentos",
    "Este enlace está en pausa",
    "Este enlace venció",
  ]);
  const posts = await Promise.all(
    [used, exhausted, paused, expired].map(({ token }) => post(token)),
  );
  expect(posts.map(({ status }) => status)).toEqual([410, 410, 409, 410]);

  scene.clock.advance(16 * 60_000);
  const later = await get(`/connect/${used.token}/progreso`);
  expect([later.status, later.headers.get("location")]).toEqual([303, `/connect/${used.token}`]);
});

test("its status is JSON for a waiting page, and says where to go when the wait is over", async () => {
  const link = await scene.makeLink(owner);
  const status = async () => JSON.parse((await get(`/connect/${link.token}/status`)).text);
  expect(await status()).toEqual({ state: "open", next: `/connect/${link.token}` });
  await post(link.token);
  expect(await status()).toEqual({
    state: "verifying",
    current: 1,
    message: "En espera de un turno.",
  });
  await scene.succeed(link.id);
  expect(await status()).toEqual({ state: "used", next: `/connect/${link.token}/progreso` });
  expect((await get("/connect/desconocido/status")).status).toBe(404);
});

test("handing something over is recorded", async () => {
  const link = await scene.makeLink(owner);
  await post(link.token, "rut=1");
  await post(link.token);
  const rows = await scene.database.owner(
    "select * from audit where operation = 'connect.submit' and actor_id = $1 order by at",
    [link.id],
  );
  expect(rows).toMatchObject([
    { organization_id: owner.id, outcome: "invalid", http_status: 422, actor_kind: "link" },
    { organization_id: owner.id, outcome: "ok", http_status: 303, actor_kind: "link" },
  ]);
});

test("neither token nor credential reaches the log, even if the database is unreachable", async () => {
  const link = await scene.makeLink(owner);
  const broken = await linkScene({ log });
  await broken.database.close();
  const failed = await broken.app.request(`/connect/${link.token}`);
  expect(failed.status).toBeGreaterThanOrEqual(500);
  expect(await failed.text()).toContain("No podemos atenderte");
  await post(link.token);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter((line) => line.includes(link.token))).toEqual([]);
  expect(lines.filter((line) => line.includes(typedLogin.clave))).toEqual([]);
});
