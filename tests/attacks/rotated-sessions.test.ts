import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AuthPort } from "#lib/identity/auth-port.ts";
import { answerTokenRequest } from "#lib/identity/auth/answer-token-request.ts";
import { AccessTokens } from "#lib/identity/index.ts";
import { secret as old, tokenScene, type TokenScene } from "#tests/support/scenes/token-scene.ts";

/* Signed-in people stay signed in while the secret that signs sessions, `AUTH_SECRETS`, is rotated. */

const fresh = () => randomBytes(32).toString("base64");
const origin: [string, string] = ["origin", "https://connect.test"];

let scene: TokenScene;
let steps: AuthPort[];
const next = fresh();
beforeAll(async () => {
  scene = await tokenScene();
  const lists = [[old, next], [next, old], [next]];
  await scene.auth.createPerson(person);
  steps = [scene.auth, ...(await Promise.all(lists.map((list) => scene.another(list))))];
});
afterAll(() => scene.close());

const person = {
  email: "ana@boldos.test",
  password: "una clave bien larga",
  name: "Ana",
  emailVerified: true,
};

async function signedIn(by: AuthPort): Promise<Headers> {
  const answer = await by.signIn(person, new Headers());
  if (answer.kind !== "signed_in") throw new Error("refused");
  return new Headers([["cookie", answer.cookies[0]?.split(";")[0] ?? ""], origin]);
}

test("a session made by any step works in the one before and the ones after, and ends in all", async () => {
  let tried = 0;
  for (const [made, maker] of steps.entries()) {
    const headers = await signedIn(maker);
    for (const [read, reader] of steps.entries()) {
      // What only the new secret has signed is invalid under the old one, and the reverse.
      const isKnown = made < 2 ? read < 3 : read > 0;
      expect((await reader.signedIn(headers)) !== null, `${made} by ${read}`).toBe(isKnown);
      tried += 1;
    }
    await steps[made < 2 ? made + 1 : made - 1]?.signOut(headers);
    expect(await maker.signedIn(headers)).toBeNull();
  }
  expect(tried).toBe(16);
});

test("a cookie that no secret of the list has signed is invalid", async () => {
  const headers = await signedIn(scene.auth);
  const cookie = headers.get("cookie") ?? "";
  const both = steps[2] ?? scene.auth;
  const forged = [
    "A",
    cookie.slice(0, -3),
    cookie.replace(/[^=]+$/, "x"),
    cookie.replace("=", "=A"),
  ];
  for (const one of forged) expect(await both.signedIn(new Headers({ cookie: one }))).toBeNull();
  expect(await both.signedIn(new Headers({ cookie: `a=b; ${cookie}` }))).not.toBeNull();
});

test("a consent given meanwhile leads to a code, and its agent refreshes in every step", async () => {
  const agent = await scene.agent();
  const given = await agent.redeem(await agent.code());
  let token = given.body.refresh_token ?? "";
  for (const auth of steps) {
    const form = { grant_type: "refresh_token", refresh_token: token, client_id: agent.clientId };
    const answer = await answerTokenRequest(
      { ...scene.tokens, auth },
      new URLSearchParams(form),
      new Headers(),
    );
    const body = (await answer.json()) as typeof given.body;
    expect(answer.status, JSON.stringify(body)).toBe(200);
    token = body.refresh_token ?? "";
  }
});

test("removing a secret at once stops no agent: another key signs, and the old tokens stay valid", async () => {
  const agent = await scene.agent();
  const before = await agent.redeem(await agent.code());
  const only = await scene.another([fresh()]);
  const form = { grant_type: "refresh_token", refresh_token: before.body.refresh_token ?? "" };
  const answer = await answerTokenRequest(
    { ...scene.tokens, auth: only },
    new URLSearchParams({ ...form, client_id: agent.clientId }),
    new Headers(),
  );
  const after = (await answer.json()) as typeof before.body;
  expect(answer.status, JSON.stringify(after)).toBe(200);
  const tokens = new AccessTokens(scene.database.db, "https://connect.test");
  const kids = new Set<unknown>();
  for (const token of [before.body.access_token ?? "", after.access_token ?? ""]) {
    expect(await tokens.read(token, scene.clock.now())).toMatchObject({ grantId: agent.grantId });
    kids.add(JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()).kid);
  }
  expect(kids.size).toBe(2);
  const published = (await only.publicKeys()).keys.map(({ kid }) => kid);
  for (const kid of kids) expect(published).toContain(kid);
});
