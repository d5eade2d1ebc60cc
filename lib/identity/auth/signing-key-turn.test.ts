import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#lib/kernel/ids.ts";
import { claimsOf, tokenScene, type TokenScene } from "#tests/support/scenes/token-scene.ts";
import { plantSigningKey, signedToken } from "#tests/support/scenes/token-issuer.ts";
import { AccessTokens } from "../access-token.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

let scene: TokenScene;
let tokens: AccessTokens;
beforeAll(async () => {
  scene = await tokenScene();
  tokens = new AccessTokens(scene.database.db, "https://connect.test");
});
afterAll(() => scene.close());

async function newToken(): Promise<string> {
  const agent = await scene.agent();
  return (await agent.redeem(await agent.code())).body.access_token ?? "";
}

function kidOf(token: string): unknown {
  const [head = ""] = token.split(".");
  return (JSON.parse(Buffer.from(head, "base64url").toString()) as { kid: unknown }).kid;
}

const isIn = async (token: string) => (await tokens.read(token, scene.clock.now())) !== null;
const published = async () => (await scene.auth.publicKeys()).keys.map(({ kid }) => kid);

test("a key signs for 90 days, and its tokens are valid to their own end, along with the next key's", async () => {
  const first = kidOf(await newToken());
  scene.pass(90 * day - 10 * minute);
  const last = await newToken();
  expect(kidOf(last)).toBe(first);
  scene.pass(20 * minute);
  const next = await newToken();
  expect(kidOf(next)).not.toBe(first);
  expect([await isIn(last), await isIn(next)]).toEqual([true, true]);
  expect(await published()).toEqual([first, kidOf(next)]);
  // An hour after it was made, plus a minute of clock difference.
  scene.pass(40 * minute);
  expect(await isIn(last)).toBe(true);
  scene.pass(2 * minute);
  expect([await isIn(last), await isIn(next)]).toEqual([false, true]);
  scene.pass(29 * day);
  expect(await published()).toEqual([first, kidOf(next)]);
  scene.pass(day);
  expect(await published()).toEqual([kidOf(next)]);
});

test("a key past its 120 days is refused, whatever end its token names", async () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const now = scene.clock.now();
  const kid = newId("jwk", now);
  await plantSigningKey(scene, kid, publicKey, new Date(now.getTime() + 90 * day));
  const claims = { ...claimsOf(await newToken()), exp: Math.floor(now.getTime() / 1000) + 10 ** 8 };
  const token = signedToken({ alg: "EdDSA", typ: "at+jwt", kid }, claims, privateKey);
  // Keys that were read before are cached for 5 minutes.
  scene.pass(6 * minute);
  expect(await isIn(token)).toBe(true);
  scene.pass(120 * day - 7 * minute);
  expect(await isIn(token)).toBe(true);
  scene.pass(minute);
  expect(await isIn(token)).toBe(false);
});
