import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createConnection } from "#lib/connections/index.ts";
import { actors } from "#lib/db/actors.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { refusalOf } from "#tests/support/scenes/grants.ts";
import { peopleScene } from "#tests/support/scenes/people.ts";
import { roles } from "../members/roles.ts";
import { changeKey } from "./change-key.ts";
import { createKey, type KeyMakerContext } from "./create-key.ts";
import { findKey, listKeys } from "./list-keys.ts";
import { revokeKey } from "./revoke-key.ts";

const offered = ["banco_a:read", "banco_a:write", "webhooks:read"];

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

async function keyScene() {
  const scene = await peopleScene(database);
  const member = async (role: (typeof roles)[number]) => {
    const { id, ctx } = await scene.member({ role });
    return { id, ctx: { ...ctx, scopes: async () => offered } satisfies KeyMakerContext };
  };
  return { ...scene, member, owner: await member("owner") };
}

const plain = { name: "Robot", scopes: ["banco_a:read"], connections: null, expiresAt: null };
const everyRow = () => database.owner("select * from api_keys order by id");
const later = (ctx: KeyMakerContext, ms: number) => new Date(ctx.clock.now().getTime() + ms);

describe("a key that a person makes", () => {
  test("has what was ticked, is announced to the owners and its maker, and its text is stored nowhere", async () => {
    const { owner, member, mails } = await keyScene();
    const admin = await member("admin");
    await member("admin");
    await member("member");
    const { id, key, mailIds } = await createKey(admin.ctx, { ...plain, name: "Robot" });
    expect(await findKey(admin.ctx, id)).toMatchObject({
      ...plain,
      hint: key.slice(-4),
      maker: { userId: admin.id, name: "Ana Soto" },
      state: "live",
    });
    const sent = await mails();
    expect(sent.map(({ id }) => id).toSorted()).toEqual(mailIds.toSorted());
    expect(sent.map(({ kind, to }) => `${kind} ${to}`).toSorted()).toEqual(
      [owner, admin].map((one) => `key_created ${one.id}@sandbox.test`).toSorted(),
    );
    expect(JSON.stringify([sent, await everyRow()])).not.toContain(key);
  });

  test.each(roles)("is made, changed and revoked by the role %s if it may", async (role) => {
    const { owner, member } = await keyScene();
    const by = await member(role);
    const { id } = await createKey(owner.ctx, plain);
    const version = (await findKey(by.ctx, id))?.version ?? "";
    const acts = [
      () => createKey(by.ctx, plain),
      () => changeKey(by.ctx, id, { scopes: [], version }),
      () => revokeKey(by.ctx, id),
    ];
    const before = await everyRow();
    for (const act of acts) {
      if (role !== "member") await act();
      else expect(await refusalOf(act())).toMatchObject({ code: "forbidden" });
    }
    if (role === "member") expect(await everyRow()).toEqual(before);
    else expect(await findKey(by.ctx, id)).toMatchObject({ scopes: [], state: "revoked" });
  });

  test("of another organization looks nonexistent, and so do its people", async () => {
    const here = await keyScene();
    const { owner: stranger } = await keyScene();
    const { id } = await createKey(here.owner.ctx, plain);
    const unknown = "key_00000000000000000000000000";
    const change = { scopes: [], version: "" };
    const before = await everyRow();
    expect(await findKey(stranger.ctx, id)).toBeNull();
    expect((await listKeys(stranger.ctx)).keys).toEqual([]);
    for (const act of [
      (key: string) => changeKey(stranger.ctx, key, change),
      (key: string) => revokeKey(stranger.ctx, key),
    ]) {
      expect(await refusalOf(act(id))).toEqual(await refusalOf(act(unknown)));
    }
    const actor = actors.member(stranger.id);
    const intruder = { ...here.owner.ctx, actor };
    for (const act of [
      () => createKey(intruder, plain),
      () => listKeys(intruder),
      () => findKey(intruder, id),
      () => revokeKey(intruder, id),
    ]) {
      expect(await refusalOf(act())).toMatchObject({ code: "forbidden" });
    }
    expect(await everyRow()).toEqual(before);
  });

  test("is refused an unknown scope, a foreign connection and an end in the past", async () => {
    const { owner } = await keyScene();
    const other = await keyScene();
    const company = { connector: "banco_a", nombre: "Ñuble", rut: null, razonSocial: null };
    const rest = { alcances: [], credencial: "ausente" } as const;
    const own = await createConnection(owner.ctx, { ...company, ...rest });
    const foreign = await createConnection(other.owner.ctx, { ...company, ...rest });
    const before = await everyRow();
    const refused = [
      { ...plain, scopes: ["banco_a:read", "banco_z:read"] },
      { ...plain, connections: [own, foreign] },
      { ...plain, expiresAt: later(owner.ctx, 0) },
    ];
    for (const input of refused) {
      expect(await refusalOf(createKey(owner.ctx, input))).toMatchObject({ code: "forbidden" });
    }
    expect(await everyRow()).toEqual(before);
    const { id } = await createKey(owner.ctx, { ...plain, connections: [own] });
    expect(await findKey(owner.ctx, id)).toMatchObject({ connections: [own] });
  });

  test("can be limited to other connections, its own ones stay, and the first of two changes wins", async () => {
    const { owner } = await keyScene();
    const other = await keyScene();
    const company = { connector: "banco_a", rut: null, razonSocial: null, alcances: [] };
    const made = (ctx: KeyMakerContext, nombre: string) =>
      createConnection(ctx, { ...company, nombre, credencial: "ausente" });
    const [one, two] = [await made(owner.ctx, "Uno"), await made(owner.ctx, "Dos")];
    const foreign = await made(other.owner.ctx, "Ajena");
    const { id } = await createKey(owner.ctx, { ...plain, connections: [one] });
    const first = (await findKey(owner.ctx, id))?.version ?? "";
    const change = async (connections: string[] | null, version?: string) => {
      const shown = version ?? (await findKey(owner.ctx, id))?.version ?? "";
      return changeKey(owner.ctx, id, { connections, version: shown });
    };
    const refused = [one, two, foreign];
    expect(await refusalOf(change(refused))).toMatchObject({ code: "forbidden" });
    expect(await change([one, two])).toEqual({ kind: "changed" });
    expect(await change(null, first)).toMatchObject({ kind: "stale" });
    const { scopes } = plain;
    expect(await findKey(owner.ctx, id)).toMatchObject({ connections: [one, two], scopes });
    expect(await change(null)).toEqual({ kind: "changed" });
    expect(await findKey(owner.ctx, id)).toMatchObject({ connections: null, scopes });
  });

  test("that has ended is listed separately and cannot be changed", async () => {
    const { owner, advance } = await keyScene();
    const expiring = await createKey(owner.ctx, { ...plain, expiresAt: later(owner.ctx, 1000) });
    const revoked = await createKey(owner.ctx, plain);
    const live = await createKey(owner.ctx, plain);
    await revokeKey(owner.ctx, revoked.id);
    advance(1000);
    const idsOf = async (ended: boolean) =>
      (await listKeys(owner.ctx, { ended })).keys.map(({ id, state }) => `${id} ${state}`);
    expect(await idsOf(false)).toEqual([`${live.id} live`]);
    const ended = [`${expiring.id} expired`, `${revoked.id} revoked`];
    expect((await idsOf(true)).toSorted()).toEqual(ended.toSorted());
    for (const { id } of [expiring, revoked]) {
      const version = (await findKey(owner.ctx, id))?.version ?? "";
      const change = changeKey(owner.ctx, id, { scopes: ["banco_a:write"], version });
      expect(await refusalOf(change)).toMatchObject({ details: { reason: "the key has ended" } });
    }
  });

  test("is changed by the first of two who saw the same version", async () => {
    const { owner } = await keyScene();
    const { id } = await createKey(owner.ctx, plain);
    const version = (await findKey(owner.ctx, id))?.version ?? "";
    const wanted = [["banco_a:write"], ["webhooks:read"]];
    const answers = await Promise.all(
      wanted.map((scopes) => changeKey(owner.ctx, id, { scopes, version })),
    );
    expect(answers.map(({ kind }) => kind).toSorted()).toEqual(["changed", "stale"]);
    const first = answers.findIndex(({ kind }) => kind === "changed");
    expect(answers[1 - first]).toMatchObject({ key: { scopes: wanted[first] } });
    expect(await findKey(owner.ctx, id)).toMatchObject({ scopes: wanted[first] });
  });

  test("keeps a scope that is no longer given, and cannot be given it again", async () => {
    const { owner } = await keyScene();
    const { id } = await createKey(owner.ctx, plain);
    const without = { ...owner.ctx, scopes: async () => ["webhooks:read"] };
    const change = async (scopes: string[]) => {
      const version = (await findKey(owner.ctx, id))?.version ?? "";
      return changeKey(without, id, { scopes, version });
    };
    expect(await change(["banco_a:read", "webhooks:read"])).toEqual({ kind: "changed" });
    expect(await refusalOf(change(["banco_a:write"]))).toMatchObject({ code: "forbidden" });
  });

  test("counts against a limit of fifty live ones, until one is revoked", async () => {
    const { owner } = await keyScene();
    const made = await Promise.allSettled(
      Array.from({ length: 52 }, () => createKey(owner.ctx, plain)),
    );
    const ids = made.flatMap((one) => (one.status === "fulfilled" ? [one.value.id] : []));
    expect(ids).toHaveLength(50);
    await revokeKey(owner.ctx, ids[0] ?? "");
    await createKey(owner.ctx, plain);
    expect((await listKeys(owner.ctx)).keys).toHaveLength(50);
  });
});

test("that have ended come in parts, newest first, each once", async () => {
  const { owner, ctx } = await keyScene();
  await database.owner(
    `insert into api_keys (id, organization_id, name, hash, hint, scopes, created_at, revoked_at)
     select 'key_' || lpad(n::text, 26, '0'), $1, 'x', decode(md5($1 || n), 'hex'), 'abcd', '{}', now(), now()
     from generate_series(1, 120) n`,
    [ctx.organization.id],
  );
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const { keys, next } = await listKeys(owner.ctx, { ended: true, after });
    expect(keys.length).toBeLessThanOrEqual(50);
    seen.push(...keys.map(({ id }) => id));
    after = next ?? undefined;
  } while (after !== undefined);
  expect(seen).toHaveLength(120);
  expect(seen).toEqual([...new Set(seen)].toSorted().toReversed());
});
