import { describe, expect, test } from "vitest";
import {
  checkAuthorization,
  queryOf,
  refusalUrl,
  type CheckedAuthorization,
} from "./authorization-request.ts";
import type { AgentClient } from "../auth-port.ts";

const rules = {
  resource: "https://connect.test/mcp",
  scopes: ["banco_a:read", "tributario:read", "tributario:write", "webhooks:read"],
  issuer: "https://connect.test",
};
const client: AgentClient = {
  id: "https://agente.example/cliente.json",
  name: "Agente",
  host: "agente.example",
  verified: true,
  redirectUris: ["https://agente.example/callback", "http://localhost/callback"],
  mayRefresh: true,
};
const good = {
  response_type: "code",
  client_id: client.id,
  redirect_uri: "https://agente.example/callback",
  scope: "banco_a:read tributario:write",
  state: "un estado",
  code_challenge: "a".repeat(43),
  code_challenge_method: "S256",
  resource: rules.resource,
};

function check(change: Record<string, string | undefined> = {}): Promise<CheckedAuthorization> {
  const whole = Object.entries({ ...good, ...change });
  const query = new URLSearchParams(
    whole.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return checkAuthorization(query, async (id) => (id === client.id ? client : null), rules);
}

test("a complete request asks for what it names", async () => {
  expect(await check()).toEqual({
    kind: "asks",
    request: {
      client,
      redirectUri: "https://agente.example/callback",
      scopes: ["banco_a:read", "tributario:write"],
      state: "un estado",
      codeChallenge: "a".repeat(43),
      silent: false,
    },
  });
});

test("without scopes it asks for everything that reads, and nothing that acts", async () => {
  for (const scope of [undefined, "", " "]) {
    const reads = ["banco_a:read", "tributario:read", "webhooks:read"];
    expect(await check({ scope })).toMatchObject({ request: { scopes: reads } });
  }
});

test("without a resource, or with another port of this machine, it is still valid", async () => {
  expect(await check({ resource: undefined })).toMatchObject({ kind: "asks" });
  const redirect_uri = "http://localhost:49152/callback";
  expect(await check({ redirect_uri })).toMatchObject({ request: { redirectUri: redirect_uri } });
});

test("unknown scopes are left out, as the token will show", async () => {
  const scope = "openid profile banco_a:read offline_access";
  expect(await check({ scope })).toMatchObject({ request: { scopes: ["banco_a:read"] } });
});

test.each([
  ["an unknown client", { client_id: "https://otro.example/c.json" }, "client"],
  ["no client", { client_id: undefined }, "client"],
  ["a redirect of somebody else", { redirect_uri: "https://evil.example/callback" }, "redirect"],
  ["no redirect", { redirect_uri: undefined }, "redirect"],
])("with %s nobody is redirected", async (_, change, reason) => {
  expect(await check(change)).toEqual({ kind: "unknown", reason });
});

test("a repeated parameter is refused", async () => {
  const names = ["redirect_uri", "client_id", "scope", "state", "resource", "code_challenge"];
  for (const name of names) {
    const query = new URLSearchParams(good);
    query.append(name, query.get(name) ?? "");
    const found = await checkAuthorization(query, async () => client, rules);
    expect(found, name).toEqual({ kind: "unknown", reason: "repeated" });
  }
});

describe("a client is told at its redirect address", () => {
  test.each([
    ["unsupported_response_type", { response_type: "token" }],
    ["unsupported_response_type", { response_type: undefined }],
    ["invalid_request", { response_mode: "fragment" }],
    ["invalid_request", { code_challenge: undefined }],
    ["invalid_request", { code_challenge: "a".repeat(42) }],
    ["invalid_request", { code_challenge_method: "plain" }],
    ["invalid_request", { code_challenge_method: undefined }],
    ["invalid_request", { state: "a".repeat(2001) }],
    ["invalid_target", { resource: "https://otra.example/mcp" }],
    ["invalid_scope", { scope: "openid profile" }],
    ["request_not_supported", { request: "e30." }],
    ["request_uri_not_supported", { request_uri: "https://agente.example/r" }],
  ])("%s of %j", async (error, change) => {
    const found = await check(change);
    if (found.kind !== "refused") throw new Error(found.kind);
    const url = new URL(found.url);
    expect(url.origin + url.pathname).toBe("https://agente.example/callback");
    expect(url.searchParams.get("error")).toBe(error);
    expect(url.searchParams.get("iss")).toBe(rules.issuer);
    expect(url.searchParams.get("state")).toBe("state" in change ? change.state : "un estado");
  });
});

test("a request has one canonical form, with the same meaning", async () => {
  const asked = await check({ prompt: "none" });
  if (asked.kind !== "asks") throw new Error(asked.kind);
  expect(asked.request.silent).toBe(true);
  const again = await checkAuthorization(queryOf(asked.request, rules), async () => client, rules);
  expect(again).toEqual({ kind: "asks", request: { ...asked.request, silent: false } });
  expect(refusalUrl(asked.request, rules, "access_denied", "no")).toBe(
    "https://agente.example/callback?error=access_denied&error_description=no&state=un+estado&iss=https%3A%2F%2Fconnect.test",
  );
});
