import { changeKey, createKey, findKey, NewKey, revokeKey } from "#lib/identity/index.ts";
import { allKeys } from "./all-keys.ts";
import { Refused } from "../refusals.ts";
import { everyScope, scopesIn } from "./scopes.ts";
import type { Runs } from "./table.ts";

const scopes = async (): Promise<readonly string[]> => everyScope;

export const key: Runs<"key"> = {
  create: async (at, { name, scopes: named, expires }) => {
    const maker = { ...at.own, secret: at.keySecret, vault: at.vault, scopes };
    const expiresAt = expires === undefined ? null : new Date(expires);
    const wanted = { name, scopes: scopesIn(named), connections: null, expiresAt };
    const { id, key: apiKey } = await createKey(maker, NewKey.parse(wanted));
    return { key: id, apiKey };
  },
  list: async (at) => ({ keys: await allKeys(at.own) }),
  scopes: async (at, { KEY, add, remove }) => {
    const found = await findKey(at.own, KEY);
    if (found === null) throw new Refused("no such key");
    const left = found.scopes.filter((scope) => !scopesIn(remove).includes(scope));
    const wanted = [...new Set([...left, ...scopesIn(add)])];
    await changeKey({ ...at.own, scopes }, KEY, { scopes: wanted, version: found.version });
    return { key: KEY, scopes: wanted };
  },
  revoke: async (at, { KEY }) => {
    await revokeKey(at.own, KEY);
    return { revoked: KEY };
  },
};
