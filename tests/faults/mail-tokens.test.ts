import { randomInt } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { takeRenewal } from "#lib/connections/index.ts";
import { testDatabase } from "#tests/support/databases/test-database.ts";
import { mailScene, type MailScene } from "#tests/support/scenes/mail-scene.ts";
import { mortalDatabase } from "./emission-histories/mortal-edges.ts";
import { Dice } from "./emission-histories/dice.ts";
import { MortalProcess, type Fate } from "./emission-histories/mortal-process.ts";

// Rotating tokens: the previous one works for one more minute, and a lost one is a lost account.

let scene: MailScene;
let caller: Awaited<ReturnType<MailScene["mailbox"]>>;
beforeAll(async () => {
  const database = await testDatabase();
  const mortal = { app: mortalDatabase(database.app), db: mortalDatabase(database.db) };
  scene = await mailScene({ database: { ...database, ...mortal } });
});
afterAll(() => scene.close());
beforeEach(async () => {
  await scene.sandbox.control("POST", "/reset");
  caller = await scene.mailbox();
});

const search = async (): Promise<number> =>
  (await scene.call("correos.buscar", { consulta: "in:sent", limit: 1 }, caller)).status;

const refreshes = async (): Promise<number> => (await scene.log())["token_refreshes"] ?? 0;

const version = async (): Promise<unknown> => {
  const query = "select version, renewer from credentials where connection_id = $1";
  const [row] = await scene.database.owner(query, [caller.connection]);
  return row;
};

test("of workers that need new tokens at once one requests them, and the others use its tokens", async () => {
  // A second use of a token ends the account.
  await scene.sandbox.control("PATCH", "/portals/correo", { refreshGraceSeconds: 0 });
  scene.hold();
  const asked = [search(), search(), search(), search()];
  await scene.workAtOnce(asked.length);
  expect(await Promise.all(asked)).toEqual([200, 200, 200, 200]);
  expect([await refreshes(), await version()]).toEqual([1, { version: 2, renewer: null }]);
  // Valid for more than two minutes at first, and then for less.
  scene.advance(3_600 - 600);
  expect([await search(), await refreshes()]).toEqual([200, 1]);
  scene.advance(500);
  expect([await search(), await refreshes()]).toEqual([200, 2]);
});

/** Only the database refuses the first new token that is to be stored. */
const refuseOnce = `
  create sequence refusals;
  create function refuse_once() returns trigger language plpgsql security definer as $$
  begin
    if new.version > old.version and nextval('refusals') = 1 then
      raise exception 'terminating connection' using errcode = '57P01';
    end if;
    return new;
  end $$;
  create trigger refuse_once before update on credentials
    for each row execute function refuse_once()`;

test.each([
  ["before it was kept", "tokens.before_commit", 1] as const,
  ["after", "tokens.after_commit", 2] as const,
])("a worker that dies with new tokens in hand, %s, loses none", async (_name, at, kept) => {
  const dead = MortalProcess.start({ kind: "ends", at, how: "dies" }, search);
  await dead.stopped;
  expect([dead.state, await version()]).toMatchObject(["dead", { version: kept }]);
  // Until then somebody may still be requesting one.
  scene.advance(31);
  expect([await search(), await refreshes()]).toEqual([200, 1]);
  scene.advance(3_600);
  expect([await search(), await refreshes()]).toEqual([200, 2]);
});

test("a worker that requests new tokens is alone with it until its time is over", async () => {
  const asks = (renewer: string) =>
    takeRenewal(scene.deps, { connectionId: caller.connection, version: 1, renewer });
  expect([await asks("one"), await asks("other")]).toEqual([true, false]);
  scene.advance(29);
  expect(await asks("other")).toBe(false);
  scene.advance(2);
  expect([await asks("other"), await asks("one")]).toEqual([true, false]);
});

test("a worker that froze before its request does not replace what another has stored meanwhile", async () => {
  const fate = { kind: "ends", at: "tokens.before_ask", how: "freezes" } as const;
  const frozen = MortalProcess.start(fate, search);
  await frozen.stopped;
  scene.advance(31);
  expect([await search(), await refreshes()]).toEqual([200, 1]);
  scene.advance(61);
  frozen.thaw();
  await frozen.stopped;
  expect([await version(), await refreshes()]).toEqual([{ version: 2, renewer: null }, 1]);
  scene.advance(3_600);
  expect([await search(), await refreshes()]).toEqual([200, 2]);
});

test("a commit that the database loses is repeated, before the account is lost with it", async () => {
  // A token works once, and only one worker has its replacement.
  await scene.sandbox.control("PATCH", "/portals/correo", { refreshGraceSeconds: 0 });
  await scene.database.owner(refuseOnce, []);
  expect([await search(), await refreshes()]).toEqual([200, 1]);
  expect(await version()).toEqual({ version: 2, renewer: null });
  scene.advance(3_600);
  expect([await search(), await refreshes()]).toEqual([200, 2]);
});

const steps = Number(process.env["HISTORIES"] ?? 6);
const seed = Number(process.env["HISTORY_SEED"] ?? randomInt(1, 2 ** 31));

test(
  `a worker that stops anywhere on its way to new tokens, ${steps} times, loses none`,
  async () => {
    console.log(`HISTORY_SEED=${seed}`);
    for (let number = 0; number < steps; number += 1) {
      const dice = new Dice(seed + number * 7_919);
      const how = dice.pick(["dies", "freezes", "freezes", "cut_off"] as const);
      const at = 1 + dice.below(50);
      await scene.sandbox.control("POST", "/reset");
      caller = await scene.mailbox();
      const fate: Fate = how === "cut_off" ? { kind: how, at } : { kind: "ends", at, how };
      const stopped = MortalProcess.start(fate, search);
      await stopped.stopped;
      scene.advance(31);
      const about = `HISTORY_SEED=${seed}: number ${number} ${how} at ${at}`;
      expect(await search(), about).toBe(200);
      // By now the provider takes an older token for a stolen one.
      scene.advance(61);
      stopped.thaw();
      await stopped.stopped;
      for (let hours = 0; hours < 2; hours += 1) {
        scene.advance(3_600);
        expect(await search(), about).toBe(200);
      }
      stopped.kill();
    }
  },
  60_000 + steps * 5_000,
);

test("a lost answer is requested once more with the old token", async () => {
  await scene.fault("refresh_lost", { delayMs: 1 });
  expect([await search(), await refreshes()]).toEqual([200, 1]);
});

test("an unknown client is our fault, and the account stays", async () => {
  const path = `/portals/correo/accounts/${caller.account}`;
  const { clients } = scene;
  const own = clients["correo"];
  if (own === undefined) throw new TypeError("no client");
  clients["correo"] = { ...own, clientSecret: "otro" };
  expect(await search()).toBe(503);
  clients["correo"] = own;
  expect(await search()).toBe(200);
  await scene.sandbox.control("POST", path, { action: "revoke" });
  expect(await search()).toBe(428);
});
