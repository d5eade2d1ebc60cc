import { afterAll, beforeAll, expect, test } from "vitest";
import { endAnyGrant, narrowGrant, revokeAnyApiKey } from "#lib/identity/index.ts";
import { changeMember, removeMember } from "#lib/identity/people/index.ts";
import { testApi, type TestApi, type TestOrganization } from "#tests/support/scenes/api.ts";
import { bundleProgram, compiledBefore } from "#tests/support/processes/bundled-child.ts";
import { spawnChild, type Child } from "#tests/support/processes/child-process.ts";
import { asMember, plantMember } from "#tests/support/scenes/grants.ts";
import { tokenIssuer, type TokenIssuer } from "#tests/support/scenes/token-issuer.ts";
import { pollUntil } from "#tests/support/poll-until.ts";

/* A credential ended in one process is refused in another within a second, because callers are never cached. */

let api: TestApi;
let issuer: TokenIssuer;
let owner: TestOrganization;
let other: Child;
let base: string;
beforeAll(async () => {
  api = await testApi();
  issuer = await tokenIssuer(api);
  owner = await api.organization();
  const file = await bundleProgram("tests/support/processes/api-child.ts");
  other = spawnChild(process.execPath, [file, JSON.stringify(api.settings)], {
    env: compiledBefore(),
  });
  await pollUntil(
    async () => other.output().stdout,
    (text) => /^[0-9]+$/m.test(text),
    30,
  );
  base = `http://127.0.0.1:${other.output().stdout.trim()}`;
}, 60_000);
afterAll(async () => {
  other.process.kill();
  await other.ended;
  await api.close();
});

async function statusOf(bearer: string, call: string): Promise<number> {
  const [method = "", path = ""] = call.split(" ");
  const response = await fetch(base + path, {
    method,
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    ...(method === "POST" && { body: JSON.stringify({ input: {} }) }),
  });
  await response.arrayBuffer();
  return response.status;
}

const reading = { scopes: ["core:read", "echo:read"] };

const toolCall = "POST /v1/tools/core.timestamp.now/execute";

interface Ended {
  bearer: string;
  /** The call before and after; a tool by default. */
  call?: string;
  /** The expected status before; 200 by default. */
  before?: number;
  /** In this process. */
  end(): Promise<unknown>;
}

/** The person who removes and demotes others. */
const boss = async () => ({
  ...api.deps,
  ...asMember(api.contextOf(owner.id), await plantMember(api.database, owner.id)),
});

const cases: Record<string, [status: number, make: () => Promise<Ended>]> = {
  "a revoked key": [
    401,
    async () => {
      const { id, key } = await api.key(owner.id, reading.scopes);
      return { bearer: key, end: () => revokeAnyApiKey(api.deps, id) };
    },
  ],
  "an ended grant": [
    401,
    async () => {
      const { grantId, token } = await issuer.agent(owner.id, reading);
      return { bearer: token, end: () => endAnyGrant(api.deps, grantId, "revoked") };
    },
  ],
  "the grant of a removed member": [
    401,
    async () => {
      const { userId, token } = await issuer.agent(owner.id, reading);
      const by = await boss();
      return { bearer: token, end: () => removeMember(by, userId) };
    },
  ],
  "a narrowed grant": [
    403,
    async () => {
      const { userId, grantId, token } = await issuer.agent(owner.id, reading);
      const person = asMember(api.contextOf(owner.id), userId);
      return { bearer: token, end: () => narrowGrant(person, grantId, { scopes: ["echo:read"] }) };
    },
  ],
  "what the role of a demoted member no longer gives": [
    403,
    async () => {
      const scopes = ["webhooks:write"];
      const { userId, token } = await issuer.agent(owner.id, { role: "admin", scopes });
      const by = await boss();
      return {
        bearer: token,
        call: "DELETE /v1/webhooks/whk_00000000000000000000000000",
        before: 404,
        end: () => changeMember(by, userId, { role: "member" }),
      };
    },
  ],
};

test.each(Object.keys(cases))("%s is refused at once", async (name) => {
  const [status, make] = cases[name] ?? [];
  if (make === undefined) throw new TypeError(name);
  const { bearer, call = toolCall, before = 200, end } = await make();
  expect(await statusOf(bearer, call)).toBe(before);
  await end();
  const endedAt = performance.now();
  expect(await statusOf(bearer, call)).toBe(status);
  expect(performance.now() - endedAt).toBeLessThan(1000);
});
