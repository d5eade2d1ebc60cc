import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  consentScene,
  redirectUri,
  type ConsentScene,
} from "#tests/support/scenes/consent-scene.ts";
import { visitor } from "#tests/support/scenes/visitor.ts";

/* A client may register any address: ours leads nobody there who has not signed in. */

let scene: ConsentScene;
beforeAll(async () => {
  scene = await consentScene();
});
afterAll(() => scene.close());

const refused: [error: string, change: Record<string, string>][] = [
  ["unsupported_response_type", { response_type: "token" }],
  ["invalid_scope", { scope: "openid" }],
  ["login_required", { prompt: "none" }],
];

const errorIn = (url: string | null | undefined) => new URL(url ?? "").searchParams.get("error");

describe.each(refused)("%s", (error, change) => {
  test("of a client that registered itself is a page with a link to it", async () => {
    const path = scene.authorizePath({
      ...change,
      redirect_uri: "https://agente.example/callback",
    });
    const { status, text, location, headers } = await visitor(scene.dashboard.app).get(path);
    expect([status, location]).toEqual([400, null]);
    expect(text).toContain("Volver a agente.example");
    expect(text).toContain("Agente de prueba");
    const href = /href="(https:\/\/agente[^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
    expect(errorIn(href)).toBe(error);
    expect(new URL(href ?? "").searchParams.get("state")).toBe("abc");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(text).not.toContain("http-equiv");
  });

  test("of a client with a document of its own is told at its redirect", async () => {
    const id = "https://agente-conocido.cl/clients/own.json";
    await scene.api.database.owner(
      `insert into auth.oauth_client (id, client_id, client_discovery_id, name, redirect_uris,
         token_endpoint_auth_method, grant_types, response_types, created_at, updated_at, fresh_until)
       values ('ocl_own', $1, 'document', 'Agente', $2, 'none', '{authorization_code}', '{code}',
         $3, $3, $3::timestamptz + interval '1 day')
       on conflict do nothing`,
      [id, [redirectUri], scene.api.clock.now()],
    );
    const path = scene.authorizePath({ ...change, client_id: id });
    const { status, location } = await visitor(scene.dashboard.app).get(path);
    expect([status, errorIn(location)]).toEqual([303, error]);
  });

  test("of any client is told at its redirect once a person has signed in", async () => {
    const own = await scene.person();
    const { status, location } = await own.visitor.get(scene.authorizePath(change));
    const told = error === "login_required" ? "consent_required" : error;
    expect([status, errorIn(location)]).toEqual([303, told]);
  });
});
