import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Context } from "#lib/db/context.ts";
import { bounds } from "#lib/identity/index.ts";
import {
  callTool,
  testApi,
  type TestApi,
  type TestOrganization,
} from "#tests/support/scenes/api.ts";
import { tokenIssuer, type TokenIssuer } from "#tests/support/scenes/token-issuer.ts";
import { expectRefusal } from "#tests/support/refusal.ts";
import { challengeLink } from "./challenge-link.ts";

let api: TestApi;
let issuer: TokenIssuer;
let owner: TestOrganization;
let connection: { id: string; connector: string; alcances: string[] };
beforeAll(async () => {
  api = await testApi();
  issuer = await tokenIssuer(api);
});
afterAll(() => api.close());
beforeEach(async () => {
  owner = await api.organization();
  const id = await api.connection(owner.id, "banco_a");
  connection = { id, connector: "banco_a", alcances: ["saldos"] };
});

const challenge = (actor: Context["actor"], alcances = connection.alcances) =>
  challengeLink(
    {
      ...api.contextOf(owner.id),
      actor,
      secret: api.deps.secret,
      baseUrl: "http://connect.test",
    },
    { ...connection, alcances },
  );
const agentOf = async (role: "admin" | "member"): Promise<Context["actor"]> => {
  const { grantId } = await issuer.agent(owner.id, { role, scopes: ["banco_a:read"] });
  const { actor } = api.contextOf(owner.id);
  return { ...actor, kind: "oauth", id: grantId };
};
const linksMade = () =>
  api.database.owner("select alcances, expires_at from links where organization_id = $1", [
    owner.id,
  ]);

test("a caller who may make no links gets none, and uses up none of the organization's", async () => {
  const member = await agentOf("member");
  for (const _ of [1, 2, 3]) expect(await challenge(member)).toBeNull();
  expect(await linksMade()).toEqual([]);
  expect(await challenge(await agentOf("admin"))).not.toBeNull();
});

test("who is refused again is given the same link, and nobody else is given it", async () => {
  const [one, other] = [await agentOf("admin"), await agentOf("admin")];
  const first = await challenge(one);
  expect(await challenge(one)).toEqual(first);
  expect((await challenge(other))?.url).not.toBe(first?.url);
  expect(await linksMade()).toHaveLength(2);
});

test("links that the service opens for refused calls use up none of the makers' own", async () => {
  const { key } = await api.key(owner.id, ["conexiones:read"]);
  for (let agents = 0; agents < bounds.openLinks; agents += 1) {
    expect(await challenge(await agentOf("admin"))).not.toBeNull();
  }
  const crear = { sistema: "banco_a", modo: "crear" };
  for (let made = 0; made < bounds.openLinks; made += 1) {
    const { status } = await callTool(api.app, "conexiones.enlace.crear", crear, { key });
    expect(status).toBe(200);
  }
  const over = await callTool(api.app, "conexiones.enlace.crear", crear, { key });
  expectRefusal(over, "rate_limited");
});
