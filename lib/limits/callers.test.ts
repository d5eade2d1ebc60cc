import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createConnection } from "#lib/connections/index.ts";
import { actors } from "#lib/db/actors.ts";
import type { Context } from "#lib/db/context.ts";
import type { Database } from "#lib/db/database.ts";
import { createApiKey, createOrganization, revokeAnyApiKey } from "#lib/identity/index.ts";
import { systemClock } from "#lib/kernel/clock.ts";
import { ServiceSecret } from "#lib/kernel/secrets.ts";
import { countedDatabase } from "#tests/support/databases/counted-database.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { endsOrWaits } from "#tests/support/databases/lock-waits.ts";
import { silentLog } from "#tests/support/log.ts";
import { findCaller, type Caller, type CallerQuestion } from "./caller.ts";
import { Callers } from "./callers.ts";

const secretText = () => randomBytes(32).toString("base64");
const kept = secretText();
const secret = new ServiceSecret({ API_KEY_SECRETS: [kept] });
const noon = new Date("2027-03-10T12:00:10.000Z");
const nextMinute = new Date("2027-03-10T12:01:00.000Z");

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

async function company() {
  const system = { db: database.db, clock: systemClock, log: silentLog, secret };
  const organization = await createOrganization(system, {
    name: "Comercial Ñuble",
    connectors: ["banco_a"],
  });
  const ctx: Context = { ...system, organization, actor: actors.system("tests"), requestId: "req" };
  const connect = (nombre: string) =>
    createConnection(ctx, {
      connector: "banco_a",
      nombre,
      rut: null,
      razonSocial: null,
      alcances: ["movimientos"],
      credencial: "viva",
    });
  const key = async (more: object = {}) => {
    const scopes = ["banco_a:read"];
    const made = await createApiKey(system, { organizationId: organization.id, scopes, ...more });
    return { ...made, hashes: secret.hashes("api-key", made.key) };
  };
  return {
    system,
    id: organization.id,
    key,
    one: await connect("Uno"),
    other: await connect("Otro"),
  };
}

let own: Awaited<ReturnType<typeof company>>;
beforeEach(async () => {
  own = await company();
});

interface Shown {
  hashes: readonly Buffer[];
}

const question = (key: Shown, more: Partial<CallerQuestion> = {}): CallerQuestion => ({
  credential: { kind: "api_key", hashes: key.hashes },
  now: noon,
  connectionId: null,
  periodo: "2027-03",
  ...more,
});

/** A process that has seen these keys, each counted once. */
async function processThatKnows(...keys: Shown[]) {
  const { database: db, asked } = countedDatabase(database.app);
  const callers = new Callers();
  for (const key of keys) await callers.find(db, question(key));
  asked.length = 0;
  const lookUp = (questions: readonly CallerQuestion[]): Promise<(Caller | null)[]> =>
    Promise.all(questions.map((one) => callers.find(db, one)));
  return { lookUp, names: () => asked.map(({ name }) => name) };
}

const forget = () => database.owner("delete from rate_windows");

test("concurrent callers get the answers that each would get alone", async () => {
  const stranger = await company();
  const [plain, limited, ended, revoked, foreign] = await Promise.all([
    own.key(),
    own.key({ connections: [own.other], scopes: [] }),
    own.key({ expiresAt: "2027-03-10T12:00:30.000Z" }),
    own.key(),
    stranger.key(),
  ]);
  await revokeAnyApiKey(own.system, revoked.id);
  for (const [slot, connection, calls] of [
    ["a", own.one, 40],
    ["b", own.one, 2],
    ["c", own.other, 7],
  ]) {
    await database.owner(
      `insert into usage_slots (id, organization_id, connection_id, periodo, calls)
       values ($1, $2, $3, '2027-03', $4)`,
      [`${own.id}${slot}`, own.id, connection, calls],
    );
  }
  const questions = [
    question(plain, { connectionId: own.one }),
    question(plain, { connectionId: own.one, periodo: "2027-02" }),
    question(plain, { connectionId: own.other }),
    question(plain, { connectionId: stranger.one }),
    question(limited, { connectionId: own.one }),
    question(limited, { connectionId: own.other }),
    question(plain, { now: nextMinute }),
    question(ended),
    question(ended, { now: nextMinute }),
    question(revoked, { connectionId: own.one }),
    question(plain),
    question(foreign, { connectionId: stranger.one }),
  ];
  const process = await processThatKnows(plain, limited, ended, revoked, foreign);

  await forget();
  const together = await process.lookUp(questions);
  expect(process.names()).toEqual([
    "identity.caller_by_key",
    "identity.caller_by_key",
    "identity.callers_by_key",
  ]);
  const counted = await database.owner("select * from rate_windows order by credential_id, hits");

  await forget();
  const alone: (Caller | null)[] = [];
  for (const one of questions) alone.push(await findCaller(database.app, one));
  expect(together).toEqual(alone);
  expect(counted).toEqual(
    await database.owner("select * from rate_windows order by credential_id, hits"),
  );
  expect(together.map((caller) => [caller?.valid, caller?.hits, caller?.calls])).toEqual([
    [true, 1, 42],
    [true, 2, 0],
    [true, 3, 7],
    [true, 4, 0],
    [true, 1, 0],
    [true, 2, 7],
    [true, 1, 0],
    [true, 1, 0],
    [false, 0, 0],
    [false, 0, 42],
    [true, 5, 0],
    [true, 1, 0],
  ]);
});

test("a revoked key is refused by the next statement, however well it is known", async () => {
  const [left, taken] = await Promise.all([own.key(), own.key()]);
  const { lookUp, names } = await processThatKnows(left, taken);
  await revokeAnyApiKey(own.system, taken.id);
  const callers = await lookUp([left, taken, taken, left].map((key) => question(key)));
  expect(callers.map((caller) => caller?.valid)).toEqual([true, false, false, true]);
  expect(names()).toEqual(["identity.caller_by_key", "identity.callers_by_key"]);
  const windows = "select hits from rate_windows where credential_id = $1";
  // Its first use, before.
  expect(await database.owner(windows, [taken.id])).toEqual([{ hits: 1 }]);
});

test("nobody can call for an organization that is to be deleted", async () => {
  const key = await own.key();
  const { lookUp } = await processThatKnows(key);
  await database.owner("update organizations set deletes_at = now() where id = $1", [own.id]);
  expect(await lookUp([question(key), question(key), question(key)])).toEqual([null, null, null]);
  await database.owner("update organizations set deletes_at = null where id = $1", [own.id]);
  const [again] = await lookUp([question(key)]);
  expect(again?.valid).toBe(true);
});

test("a key that an older secret verifies still works, and is then stored under the newest", async () => {
  const key = await own.key();
  const newest = new ServiceSecret({ API_KEY_SECRETS: [secretText(), kept] });
  const both = { hashes: newest.hashes("api-key", key.key) };
  const { lookUp } = await processThatKnows(both);
  expect((await lookUp([both, both, both].map((one) => question(one)))).map(idOf)).toEqual(
    Array<string>(3).fill(key.id),
  );
  // A process that still hashes with the older one, as during a deployment.
  const before = await processThatKnows();
  expect((await before.lookUp([question(key)])).map(idOf)).toEqual([undefined]);
});

test("a key that moves from one secret's hash to another's meanwhile is found", async () => {
  const key = await own.key();
  const [hash] = key.hashes;
  const next = randomBytes(32);
  // Looking these up takes a while; the key is stored under the last, then under the first.
  const between = Array.from({ length: 20_000 }, () => randomBytes(32));
  const hashes = [next, ...between, ...key.hashes];
  const move = (to: Buffer | undefined) =>
    database.owner("update api_keys set hash = $2 where id = $1", [key.id, to]);
  const running = `select from pg_stat_activity where datname = current_database()
    and state = 'active' and query like '%find_api_key%' and pid <> pg_backend_pid()`;
  /** False if it ended before it was seen. */
  const isSeenRunning = async (lookUp: Promise<unknown>): Promise<boolean> => {
    const ended = lookUp.then(() => "ended" as const);
    for (;;) {
      const seen = await Promise.race([database.owner(running), ended]);
      if (seen === "ended") return false;
      if (seen.length === 1) return true;
    }
  };
  for (let moved = 0; moved < 5;) {
    const found = findCaller(database.app, question({ hashes }));
    if (await isSeenRunning(found)) moved += 1;
    await move(next);
    expect(idOf(await found)).toBe(key.id);
    await move(hash);
  }
});

const idOf = (caller: Caller | null): string | undefined => caller?.id;

test("every process counts keys in the same order, so that none deadlock", async () => {
  const keys = await Promise.all(Array.from({ length: 12 }, () => own.key()));
  const [lowest] = keys.map(({ id }) => id).toSorted();
  const { lookUp } = await processThatKnows(...keys);
  const countOf = (ids: readonly (string | undefined)[]) =>
    database.owner(
      "select from rate_windows where credential_id = any($1) for update skip locked",
      [ids],
    );
  await database.owner("begin");
  let found: ReturnType<typeof lookUp>;
  try {
    expect(await countOf([lowest])).toHaveLength(1);
    const first = keys.toSorted((a, b) => (a.id < b.id ? 1 : -1));
    found = lookUp(first.map((key) => question(key)));
    expect(await endsOrWaits(database, found)).toBe("waits");
    expect(await countOf(keys.map(({ id }) => id))).toHaveLength(12);
  } finally {
    await database.owner("rollback");
  }
  expect((await found).map((caller) => caller?.hits)).toEqual(Array<number>(12).fill(2));
});

test("a caller whose question the database refuses is refused alone", async () => {
  const key = await own.key();
  const { lookUp } = await processThatKnows(key);
  const odd = question(key, { periodo: "nul \u0000" });
  const asked = [question(key), question(key), odd, question(key)];
  const ends = await Promise.allSettled(asked.map((one) => lookUp([one])));
  expect(ends.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
});

test("the latest ten thousand keys are remembered, and a forgotten one works as before", async () => {
  const key = await own.key();
  const callers = new Callers();
  const lookUp = () => callers.find(database.app, question(key));
  await lookUp();
  const answers: Database["run"] = () =>
    Promise.resolve([{ caller: { id: "key_x", organizationId: "org_x" } }] as never);
  const many = { ...database.app, run: answers } as Database;
  for (let n = 0; n < 10_000; n++) {
    await callers.find(many, question({ hashes: [Buffer.from(String(n))] }));
  }
  const { database: db, asked } = countedDatabase(database.app);
  const found = await Promise.all([1, 2, 3].map(() => callers.find(db, question(key))));
  expect(found.map(idOf)).toEqual(Array<string>(3).fill(key.id));
  expect(asked.map(({ name }) => name)).toEqual(Array<string>(3).fill("identity.caller_by_key"));
});
