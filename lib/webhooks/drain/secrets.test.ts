import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { masterKeys } from "#infra/server/master-keys.ts";
import { createVault, type Vault } from "#lib/vault/index.ts";
import { systemClock } from "#lib/kernel/clock.ts";
import { sealSecret } from "../seal-secret.ts";
import { EndpointSecrets, type SealedSecrets } from "./secrets.ts";

const organizationId = "org_00000000000000000000000001";
const now = new Date("2026-11-21T12:00:00Z");

/** A real vault that counts how often it was asked. */
function countingVault(): Vault & { opened: () => number } {
  const vault = createVault(masterKeys(randomBytes(32)), systemClock);
  let count = 0;
  const open: Vault["open"] = (place, sealed) => {
    count += 1;
    return vault.open(place, sealed);
  };
  return { ...vault, open, opened: () => count };
}

async function endpoint(vault: Vault, endpointId: string, secret: string): Promise<SealedSecrets> {
  const place = { organizationId, endpointId };
  const sealed = await sealSecret({ vault }, place, secret);
  return { ...place, secret: sealed, previousSecret: null, previousUntil: null };
}

test("an endpoint's secret is opened once, and never used for another endpoint", async () => {
  const vault = countingVault();
  const secrets = new EndpointSecrets(vault);
  const one = await endpoint(vault, "whk_uno", "secret of one");
  const two = await endpoint(vault, "whk_dos", "secret of two");
  for (let n = 0; n < 3; n++) {
    expect(await secrets.open(one, now)).toEqual(["secret of one"]);
    expect(await secrets.open(two, now)).toEqual(["secret of two"]);
  }
  expect(vault.opened()).toBe(2);
});

test("a secret that was rolled meanwhile is opened again, and the older one until its end", async () => {
  const vault = countingVault();
  const secrets = new EndpointSecrets(vault);
  const before = await endpoint(vault, "whk_uno", "older");
  expect(await secrets.open(before, now)).toEqual(["older"]);
  const newest = await endpoint(vault, "whk_uno", "newest");
  const until = new Date(now.getTime() + 1_000);
  const rolled = { ...newest, previousSecret: before.secret, previousUntil: until };
  expect(await secrets.open(rolled, now)).toEqual(["newest", "older"]);
  expect(await secrets.open(rolled, new Date(until.getTime() - 1))).toEqual(["newest", "older"]);
  expect(await secrets.open(rolled, until)).toEqual(["newest"]);
});

test("a failed opening is tried again", async () => {
  const vault = countingVault();
  const secrets = new EndpointSecrets(vault);
  const good = await endpoint(vault, "whk_uno", "secret");
  const broken = { ...good, secret: good.secret.subarray(0, -1) };
  await expect(secrets.open(broken, now)).rejects.toThrow();
  expect(await secrets.open(good, now)).toEqual(["secret"]);
});
