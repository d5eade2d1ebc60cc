import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listGrants } from "#lib/identity/index.ts";
import {
  allow,
  password,
  redirectUri,
  consentScene,
  type ConsentScene,
} from "#tests/support/scenes/consent-scene.ts";
import { filledOf, hiddenOf, mailsOf, visitor } from "#tests/support/scenes/visitor.ts";

let scene: ConsentScene;
beforeAll(async () => {
  scene = await consentScene();
});
afterAll(() => scene.close());

describe("a person", () => {
  test("who is not signed in signs in first, and is then asked for consent", async () => {
    const browser = visitor(scene.dashboard.app);
    const { location } = await browser.get(scene.authorizePath());
    const page = await browser.get(location ?? "");
    expect(page.status).toBe(303);
    expect(page.location).toMatch(/^\/login\?next=%2Fconsent%3F/);
    const { email } = await scene.person();
    const signedIn = await browser.submit(page.location ?? "", "/login", {
      correo: email,
      clave: password,
    });
    expect(signedIn.location).toBe(location);
    expect((await browser.get(signedIn.location ?? "")).text).toContain("Agente de prueba");
  });

  test("sees which agent asks and where the answer goes, and nothing that acts is ticked", async () => {
    const page = await scene.askingPage(await scene.person());
    expect(page.status).toBe(200);
    for (const text of [
      "Agente de prueba",
      "sin verificar",
      "127.0.0.1:3000",
      "programa de este computador",
    ]) {
      expect(page.text).toContain(text);
    }
    const ticked = [...page.text.matchAll(/name="permiso" value="([^"]+)"( checked)?/g)];
    expect(ticked.map(([, scope, checked]) => [scope, checked !== undefined])).toEqual([
      ["banco_a:read", true],
      ["tributario:read", true],
      ["tributario:write", false],
    ]);
    expect(page.text).toContain("Emitir un documento tributario");
    expect(page.headers.get("content-security-policy")).toContain(
      "form-action 'self' http://127.0.0.1:3000;",
    );
  });

  test("is told what an agent can change with a scope that is called reading", async () => {
    const page = await scene.askingPage(await scene.person(), {
      scope: "banco_a:read conexiones:read tributario:read tributario:write",
    });
    const told = Object.fromEntries(
      [...page.text.matchAll(/<code>([a-z_]+:\w+)<\/code>(?:<span class="hint">([^<]+))?/g)].map(
        ([, scope = "", text]) => [scope, text],
      ),
    );
    expect(told).toMatchObject({
      "conexiones:read":
        "También puede: Anular un enlace de conexión. Crear un enlace para conectar o reconectar.",
      "tributario:read": "También puede: Configurar los datos del emisor.",
      "tributario:write": expect.stringContaining("Proponer el destinatario de la carpeta"),
    });
    expect(told["banco_a:read"]).toBeUndefined();
  });

  test("lets the agent do what was ticked: one grant, recorded, and a mail", async () => {
    const own = await scene.person();
    const done = await scene.answer(own, await scene.askingPage(own));
    expect(done.status).toBe(303);
    const url = new URL(done.location ?? "");
    expect(url.origin + url.pathname).toBe(redirectUri);
    expect([url.searchParams.get("state"), url.searchParams.get("iss")]).toEqual([
      "abc",
      "https://connect.test",
    ]);
    expect(done.headers.get("referrer-policy")).toBe("no-referrer");
    expect(await scene.grantsOf(own)).toMatchObject([
      {
        scopes: ["banco_a:read"],
        connections: null,
        client: { verified: false },
        redirectHost: "127.0.0.1:3000",
      },
    ]);
    expect(await scene.consentRows(own)).toEqual([{ outcome: "ok" }]);
    expect((await scene.redeem(done.location)).scope).toBe("banco_a:read offline_access");
    const mails = await mailsOf(scene.api, scene.dashboard, own.email);
    expect(mails.map(({ kind }) => kind)).toEqual(["grant_consented"]);
  });

  test("is asked each time, even by a client with a grant; no answer is not a yes", async () => {
    const own = await scene.person();
    await scene.answer(own, await scene.askingPage(own));
    expect((await scene.askingPage(own)).text).toContain("Permitir lo marcado");
    const { location } = await own.visitor.get(scene.authorizePath({ prompt: "none" }));
    expect(new URL(location ?? "").searchParams.get("error")).toBe("consent_required");
    expect(await scene.grantsOf(own)).toHaveLength(1);
  });

  test("who agrees to more or less changes the same grant", async () => {
    const own = await scene.person();
    await scene.answer(own, await scene.askingPage(own));
    const more = { ...allow, permiso: ["banco_a:read", "tributario:read", "tributario:write"] };
    const { location } = await scene.answer(own, await scene.askingPage(own), more);
    expect(await scene.grantsOf(own)).toMatchObject([{ scopes: more.permiso }]);
    expect((await scene.redeem(location)).scope).toBe(
      "banco_a:read tributario:read tributario:write offline_access",
    );
    const less = await scene.answer(own, await scene.askingPage(own));
    expect((await scene.redeem(less.location)).scope).toBe("banco_a:read offline_access");
    expect(await scene.grantsOf(own)).toMatchObject([{ scopes: ["banco_a:read"] }]);
  });

  test("can limit the agent to existing connections", async () => {
    const own = await scene.person();
    const id = await scene.api.connection(own.organizations[0]?.id ?? "", "banco_a");
    const stranger = await scene.api.connection((await scene.api.organization()).id, "banco_a");
    const page = await scene.askingPage(own);
    const some = { ...allow, conexiones: "algunas" };
    expect((await scene.answer(own, page, { ...some, conexion: [stranger] })).status).toBe(400);
    const none = await scene.answer(own, page, some);
    expect(none.status).toBe(422);
    expect(none.text).toContain("No marcaste ninguna conexión");
    expect(await scene.grantsOf(own)).toEqual([]);
    for (const unclear of [{ conexion: [id] }, { conexiones: [] }]) {
      const asked = await scene.answer(own, page, { ...allow, ...unclear });
      expect(asked.status).toBe(422);
      expect(asked.text).toContain("¿Todas las conexiones, o solo algunas?");
    }
    expect(await scene.grantsOf(own)).toEqual([]);
    await scene.answer(own, page, { ...some, conexion: [id] });
    expect(await scene.grantsOf(own)).toMatchObject([{ connections: [id] }]);
  });

  test("who limited the agent before keeps that limit, unless they choose another", async () => {
    const own = await scene.person();
    const org = own.organizations[0]?.id ?? "";
    const id = await scene.api.connection(org, "banco_a");
    await scene.api.connection(org, "tributario");
    await scene.answer(own, await scene.askingPage(own));
    const page = `/dashboard/${org}/aplicaciones/${(await scene.grantsOf(own))[0]?.id}`;
    await own.visitor.submit(page, page, { permiso: ["banco_a:read"], conexion: [id] });
    const more = await scene.askingPage(own, { scope: "banco_a:read tributario:read" });
    expect(more.text).toContain(
      "Hoy solo actúa con estas conexiones: Conexión de prueba · Banco A.",
    );
    const filled = filledOf(more.text, "/consent");
    await scene.answer(own, more, { ...filled, decision: "permitir" });
    const scopes = ["banco_a:read", "tributario:read"];
    expect(await scene.grantsOf(own)).toMatchObject([{ scopes, connections: [id] }]);
    await scene.answer(own, await scene.askingPage(own));
    expect(await scene.grantsOf(own)).toMatchObject([{ connections: null }]);
  });

  test("with very many connections searches among them, on a page that stays small", async () => {
    const own = await scene.person();
    const org = own.organizations[0]?.id ?? "";
    const first = await scene.api.connection(org, "banco_a");
    const id = (n: number): string => `conn_${String(n).padStart(26, "0")}`;
    await scene.api.database.owner(
      `insert into connections select (jsonb_populate_record(c, jsonb_build_object(
         'id', 'conn_' || lpad(n::text, 26, '0'), 'nombre', 'Sociedad de Inversiones ' || n))).*
       from connections c, generate_series(1, 1599) n where c.id = $1`,
      [first],
    );
    const some = { ...allow, conexiones: "algunas" };
    const page = await scene.askingPage(own);
    expect(Buffer.byteLength(page.text)).toBeLessThan(60 * 1024);
    const { oferta: _, sello: __, ...search } = hiddenOf(page.text, "/consent");
    expect(search["org"]).toBe(org);
    const searched = async (buscar: string) =>
      own.visitor.get(`/consent?${new URLSearchParams({ ...search, buscar }).toString()}`);
    const found = await searched("inversiones 77");
    const form = filledOf(found.text.slice(found.text.indexOf('method="post"') - 40), "/consent");
    const nothing = await own.visitor.post("/consent", { ...form, ...some });
    expect([nothing.status, nothing.text.includes("No marcaste ninguna")]).toEqual([422, true]);
    await own.visitor.post("/consent", { ...form, ...some, conexion: [id(77), id(778)] });
    expect(await scene.grantsOf(own)).toMatchObject([{ connections: [id(77), id(778)] }]);
    const more = await searched("inversiones 1599");
    const second = filledOf(more.text.slice(more.text.indexOf('method="post"') - 40), "/consent");
    await own.visitor.post("/consent", { ...second, ...some, conexion: id(1599) });
    expect(await scene.grantsOf(own)).toMatchObject([{ connections: [id(77), id(778), id(1599)] }]);
  });

  test("in several organizations chooses one, and two tabs are two answers", async () => {
    const own = await scene.person({ organizations: 2 });
    const [first, second] = own.organizations;
    const { location } = await own.visitor.get(scene.authorizePath());
    const choice = await own.visitor.get(location ?? "");
    expect(choice.text).toContain("¿En qué organización");
    const [tab, otherTab] = await Promise.all(
      [first, second].map((one) => own.visitor.get(`${location}&org=${one?.id}`)),
    );
    if (tab === undefined || otherTab === undefined) throw new Error("no tab");
    const late = await scene.answer(own, otherTab);
    const early = await scene.answer(own, tab);
    const claims = [await scene.redeem(early.location), await scene.redeem(late.location)].map(
      ({ access_token: token }) =>
        JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as {
          connect_grant: string;
        },
    );
    const ids = await Promise.all(
      [first, second].map(
        async (one) => (await listGrants(scene.api.contextOf(one?.id ?? "")))[0]?.id,
      ),
    );
    expect(claims.map(({ connect_grant }) => connect_grant)).toEqual(ids);
    const stranger = (await scene.api.organization()).id;
    expect((await own.visitor.get(`${location}&org=${stranger}`)).text).toContain(
      "¿En qué organización",
    );
  });

  test("cannot grant more than their role allows", async () => {
    const own = await scene.person({ role: "member" });
    const page = await scene.askingPage(own);
    expect(page.text).not.toContain('value="tributario:write"');
    expect(page.text).toContain("tu rol no puede darlos");
    const more = { ...allow, permiso: ["banco_a:read", "tributario:write"] };
    expect((await scene.answer(own, page, more)).status).toBe(400);
    expect(await scene.grantsOf(own)).toEqual([]);
  });
});

describe("nobody is sent anywhere", () => {
  test.each([
    ["by an unknown client", { client_id: "nadie" }],
    ["to a redirect that is not the client's", { redirect_uri: "https://evil.example/callback" }],
    ["to a script", { redirect_uri: "javascript:alert(1)" }],
  ])("%s", async (_, change) => {
    const own = await scene.person();
    const page = await own.visitor.get(scene.authorizePath(change));
    expect([page.status, page.location]).toEqual([400, null]);
    expect(page.text).toContain("no te enviamos a ninguna parte");
  });
});

test("a name on the page is only ever text", async () => {
  const own = await scene.person();
  const name = `\u202eAgente<script>alert(1)</script>\n${"x".repeat(200)}`;
  const page = await scene.askingPage(own, { client_id: await scene.newClient(name) });
  expect(page.text).not.toMatch(/<script>alert|\u202e/);
  expect(page.text).toContain("Agente&lt;script&gt;");
  expect(/«([^»]*)»/.exec(page.text)?.[1]?.replaceAll(/&\w+;/g, "_").length).toBeLessThanOrEqual(
    80,
  );
});
