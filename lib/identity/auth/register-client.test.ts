import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tokenScene, type TokenScene } from "#tests/support/scenes/token-scene.ts";
import { registerClient } from "./register-client.ts";

let scene: TokenScene;
beforeAll(async () => {
  scene = await tokenScene();
});
afterAll(() => scene.close());

async function register(metadata: unknown) {
  const answer = await registerClient(scene, metadata);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const loopback = { redirect_uris: ["http://127.0.0.1:3000/callback"] };

describe("a client that registers itself", () => {
  test("may listen on this machine and refresh, whatever it omitted", async () => {
    const { status, body } = await register({ ...loopback, token_endpoint_auth_method: "none" });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      client_id: expect.any(String),
      application_type: "native",
      grant_types: ["authorization_code", "refresh_token"],
      redirect_uris: loopback.redirect_uris,
    });
    const found = await scene.auth.findClient(String(body["client_id"]));
    expect(found).toMatchObject({ host: null, verified: false, mayRefresh: true });
  });

  test("counts as a web page with https only, and gets a secret if it asks for one", async () => {
    const { body } = await register({ redirect_uris: ["https://agente.example/callback"] });
    expect(body).toMatchObject({ application_type: "web", client_secret: expect.any(String) });
  });

  test("has no addresses that the library would call, and no more scopes than others", async () => {
    const { status, body } = await register({
      ...loopback,
      token_endpoint_auth_method: "none",
      client_name: "Agente",
      backchannel_logout_uri: "https://agente.example/logout",
      jwks_uri: "https://agente.example/keys",
      software_statement: "e30.e30.",
      skip_consent: true,
      grant_types: ["client_credentials"],
    });
    expect(status).toBe(201);
    for (const name of ["backchannel_logout_uri", "jwks_uri", "software_statement"]) {
      expect(body[name] ?? null, name).toBeNull();
    }
    const [row] = await scene.database.owner(
      `select backchannel_logout_uri, jwks_uri, jwks, skip_consent, client_credentials_scopes, grant_types
       from auth.oauth_client where client_id = $1`,
      [body["client_id"]],
    );
    expect(row).toMatchObject({ backchannel_logout_uri: null, jwks_uri: null, jwks: null });
    expect(row?.["skip_consent"] ?? false).toBe(false);
    expect(row?.["grant_types"]).toEqual(["authorization_code", "refresh_token"]);
  });

  test("is called by what is seen of its name, and leads nowhere that no database stores", async () => {
    const { status, body } = await register({
      ...loopback,
      client_name: "Agente\0 de\u202E \uD83Dprueba\n{}",
      tos_uri: "https://agente.example/\0terms",
    });
    expect(status).toBe(201);
    const found = await scene.auth.findClient(String(body["client_id"]));
    expect(found).toMatchObject({ name: "Agente de \uFFFDprueba {}" });
    expect(body["tos_uri"]).toBe("https://agente.example/%00terms");
  });

  test.each([
    ["no redirect", {}, "invalid_redirect_uri"],
    [
      "11 redirects",
      { redirect_uris: Array.from({ length: 11 }, (_, n) => `https://a.example/${n}`) },
      "invalid_redirect_uri",
    ],
    ["http elsewhere", { redirect_uris: ["http://agente.example/"] }, "invalid_redirect_uri"],
    ["a script", { redirect_uris: ["javascript:alert(1)"] }, "invalid_redirect_uri"],
    [
      "a key in place of a secret",
      { ...loopback, token_endpoint_auth_method: "private_key_jwt" },
      "invalid_client_metadata",
    ],
    [
      "a picture by http",
      { ...loopback, logo_uri: "http://agente.example/x.png" },
      "invalid_client_metadata",
    ],
    [
      "a name that nobody sees",
      { ...loopback, client_name: "\u202E\0" },
      "invalid_client_metadata",
    ],
    ["no object", "agente", "invalid_redirect_uri"],
    ["nothing", null, "invalid_redirect_uri"],
  ])("is refused with %s", async (_, metadata, error) => {
    expect(await register(metadata)).toMatchObject({ status: 400, body: { error } });
  });
});
