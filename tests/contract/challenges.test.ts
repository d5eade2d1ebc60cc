import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endAnyGrant, revokeAnyApiKey } from "#lib/identity/index.ts";
import { agentScene, type AgentScene } from "#tests/support/scenes/agent-scene.ts";
import type { TestApi, TestOrganization } from "#tests/support/scenes/api.ts";
import { expectRefusal } from "#tests/support/refusal.ts";
import type { TokenIssuer } from "#tests/support/scenes/token-issuer.ts";

let scene: AgentScene;
let api: TestApi;
let issuer: TokenIssuer;
let owner: TestOrganization;
beforeAll(async () => {
  scene = await agentScene();
  ({ api, issuer, owner } = scene);
});
afterAll(() => api.close());

/** The fields of a challenge. */
function challengeIn({ headers }: { headers: Headers }): Record<string, string> | null {
  const header = headers.get("www-authenticate");
  if (header === null) return null;
  expect(header).toMatch(/^Bearer /);
  return Object.fromEntries(
    [...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

const metadata = "http://connect.test/.well-known/oauth-protected-resource/mcp";

describe("a challenge", () => {
  test("without a credential names the metadata and the first scopes, and no error", async () => {
    const rest = await scene.readBy(undefined);
    expectRefusal(rest, "unauthorized");
    const list = await api.app.request("/v1/webhooks");
    const mcp = await scene.actOverMcp(undefined);
    expect([rest.status, list.status, mcp.status]).toEqual([401, 401, 401]);
    for (const answer of [rest, list, mcp]) {
      const challenge = challengeIn(answer);
      expect(Object.keys(challenge ?? {})).toEqual(["resource_metadata", "scope"]);
      expect(challenge).toMatchObject({ resource_metadata: metadata });
      expect(challenge?.["scope"]?.split(" ")).toContain("banco_a:read");
      expect(challenge?.["scope"]).not.toContain(":write");
    }
  });

  test.each([
    ["a key that is none", async (): Promise<string> => "connect_sk_nothing"],
    [
      "a revoked key",
      async (): Promise<string> => {
        const { id, key } = await api.key(owner.id, ["prueba:read"]);
        await revokeAnyApiKey(api.deps, id);
        return key;
      },
    ],
    [
      "an ended grant",
      async (): Promise<string> => {
        const { grantId, token } = await issuer.agent(owner.id, { scopes: ["prueba:read"] });
        await endAnyGrant(api.deps, grantId, "revoked");
        return token;
      },
    ],
  ] as const)("to %s says invalid_token", async (_name, credential) => {
    const key = await credential();
    for (const answer of [await scene.readBy(key), await scene.actOverMcp(key)]) {
      expect(answer.status).toBe(401);
      expect(challengeIn(answer)).toMatchObject({
        error: "invalid_token",
        resource_metadata: metadata,
      });
    }
  });

  test("for a scope that the person may grant asks for it and for what the grant has", async () => {
    const scopes = ["prueba:read", "banco_b:read"];
    const agent = await issuer.agent(owner.id, { scopes });
    const rest = await scene.actBy(agent.token);
    expectRefusal(rest, "scope_not_granted");
    const mcp = await scene.actOverMcp(agent.token);
    expect(mcp.status).toBe(403);
    expect(mcp.error?.data).toMatchObject({
      error: { code: "scope_not_granted", details: { required: ["prueba:write"] } },
    });
    for (const answer of [rest, mcp]) {
      expect(challengeIn(answer)).toEqual({
        error: "insufficient_scope",
        resource_metadata: metadata,
        scope: "prueba:read banco_b:read prueba:write",
      });
    }
  });

  test("of a control endpoint does the same", async () => {
    const agent = await issuer.agent(owner.id, { scopes: ["prueba:read"] });
    const answer = await api.app.request("/v1/webhooks", {
      headers: { authorization: `Bearer ${agent.token}` },
    });
    expect(answer.status).toBe(403);
    expect(challengeIn(answer)).toMatchObject({ scope: "prueba:read webhooks:read" });
  });

  test("is not sent for scopes that the role cannot grant, nor to an API key: over MCP it is a result", async () => {
    const agent = await issuer.agent(owner.id, { role: "member", scopes: ["prueba:read"] });
    const { key } = await api.key(owner.id, ["prueba:read"]);
    for (const credential of [agent.token, key]) {
      const rest = await scene.actBy(credential);
      expectRefusal(rest, "scope_not_granted");
      expect(challengeIn(rest)).toBeNull();
      const mcp = await scene.actOverMcp(credential);
      expect(mcp.status).toBe(200);
      expect(mcp.result?.structuredContent).toMatchObject({ error: { code: "scope_not_granted" } });
      expect(challengeIn(mcp)).toBeNull();
    }
  });
});

describe("the metadata of the resource", () => {
  test("names the authorization server at both places, with the scopes of webhooks", async () => {
    const place = "/.well-known/oauth-protected-resource";
    const documents = await Promise.all(
      [place, `${place}/mcp`].map(async (path): Promise<unknown> =>
        (await api.app.request(path)).json(),
      ),
    );
    expect(documents[0]).toEqual(documents[1]);
    expect(documents[0]).toMatchObject({
      resource: "http://connect.test/mcp",
      authorization_servers: ["http://connect.test"],
      bearer_methods_supported: ["header"],
      scopes_supported: expect.arrayContaining(["banco_a:read", "webhooks:read", "webhooks:write"]),
    });
    expect(JSON.stringify(documents)).not.toContain("offline_access");
  });
});
