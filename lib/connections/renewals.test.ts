import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { withSystemTx } from "#lib/db/context.ts";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import {
  dropCredential,
  giveUpRenewal,
  keepRenewed,
  knownLoginOf,
  refuseCredential,
  storeCredential,
  takeRenewal,
} from "./index.ts";

let api: TestApi;
let connectionId: string;
let of: { organizationId: string; connector: string };
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const connector = "correo";
const until = new Date("2027-05-01T04:00:00.000Z");
const tokens = (refreshToken: string) => ({ cuenta: "ana@correo.sandbox.test", refreshToken });

beforeEach(async () => {
  const organizationId = (await api.organization()).id;
  of = { organizationId, connector };
  connectionId = await api.connection(organizationId, connector);
  await agree("first");
});

/** Somebody grants access to an account until a day. */
const agree = (refreshToken: string) =>
  withSystemTx(api.deps, ({ db, clock, log }) => {
    const { vault, secret } = api.deps;
    const given = { ...of, connectionId, fields: tokens(refreshToken), accessUntil: until };
    return storeCredential({ db, clock, log, vault, secret }, given);
  });

/** A worker that has asked the provider and has not stored the answer yet. */
async function asked() {
  const held = { connectionId, version: 1, renewer: "sjb_1:1" };
  expect(await takeRenewal(api.deps, held)).toBe(true);
  return held;
}

async function stored() {
  const [row] = await api.database.owner(
    `select c.sealed, c.access_until as until, n.credencial
     from connections n left join credentials c on c.connection_id = n.id where n.id = $1`,
    [connectionId],
  );
  return row;
}

test("renewed tokens work until the agreed day", async () => {
  const before = await stored();
  expect(await keepRenewed(api.deps, await asked(), of, tokens("renewed"))).toBe(true);
  const kept = await stored();
  expect(kept).toMatchObject({ until, credencial: "viva" });
  expect(kept?.["sealed"]).not.toEqual(before?.["sealed"]);
});

test("tokens that arrive after their access was cut are not stored", async () => {
  const held = await asked();
  await withSystemTx(api.deps, (tx) => dropCredential(tx, connectionId));
  expect(await keepRenewed(api.deps, held, of, tokens("renewed"))).toBe(false);
  expect(await stored()).toEqual({ sealed: null, until: null, credencial: "revocada" });
});

test("giving up replaced tokens does not touch their successors", async () => {
  const held = await asked();
  await agree("second");
  const after = await stored();
  expect(await keepRenewed(api.deps, held, of, tokens("renewed"))).toBe(false);
  await giveUpRenewal(api.deps, held, { revoked: true });
  expect(await stored()).toEqual(after);
  expect(after).toMatchObject({ credencial: "viva" });
});

test("what was handed over anew is renewed at once, while what it replaced is being renewed", async () => {
  const held = await asked();
  await agree("second");
  const successor = { ...held, version: 2, renewer: "sjb_2:1" };
  expect(await takeRenewal(api.deps, successor)).toBe(true);
});

test("an account that its owner revoked stays revoked, whatever a portal refuses later", async () => {
  await giveUpRenewal(api.deps, await asked(), { revoked: true });
  const login = knownLoginOf(api.deps.secret, connector, tokens("first"));
  expect(await withSystemTx(api.deps, (tx) => refuseCredential(tx, login))).toEqual([]);
  expect(await stored()).toMatchObject({ credencial: "revocada" });
});
