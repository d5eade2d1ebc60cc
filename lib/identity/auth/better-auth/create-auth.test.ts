import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openDatabase } from "#lib/db/client.ts";
import { personalScope } from "#lib/db/context.ts";
import { createEgress, createSystemResolver } from "#lib/egress/index.ts";
import { MovableClock } from "#lib/kernel/clock.ts";
import { libraryClock } from "#infra/local/library-clock.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { endsOrWaits } from "#tests/support/databases/lock-waits.ts";
import { silentLog } from "#tests/support/log.ts";
import type { AuthPort } from "../../auth-port.ts";
import { createAuth } from "./create-auth.ts";

const secret = randomBytes(32).toString("base64");
const person = {
  email: "Ana@Boldos.test",
  password: "una clave bien larga",
  name: "Ana Soto",
  emailVerified: true,
};
const hour = 3_600_000;

let database: TestDatabase;
let clock: MovableClock;
let auth: AuthPort;
const opened: AuthPort[] = [];

async function open(secrets = [secret]): Promise<AuthPort> {
  const one = await createAuth(
    {
      baseUrl: "https://connect.test",
      databaseUrl: database.authUrl,
      secrets,
      poolMax: 4,
      resource: "https://connect.test/mcp",
      scopes: async () => ["banco_a:read", "tributario:write"],
    },
    {
      clock,
      log: silentLog,
      egress: createEgress({ resolver: createSystemResolver() }),
      mayFetch: async () => true,
      onClock: libraryClock(clock),
    },
  );
  opened.push(one);
  return one;
}

beforeAll(async () => {
  database = await testDatabase();
  clock = new MovableClock();
  auth = await open();
  expect(await auth.createPerson(person)).toMatchObject({ userId: expect.stringMatching(/^usr_/) });
});
afterAll(async () => {
  for (const one of opened) await one.close();
  await database.close();
});

const device = new Headers({ "user-agent": "Navegador de prueba" });

async function signIn(): Promise<{ cookie: string; headers: Headers }> {
  const answer = await auth.signIn(person, device);
  if (answer.kind !== "signed_in") throw new Error("refused");
  const [cookie = ""] = answer.cookies;
  return { cookie, headers: new Headers({ cookie: cookie.split(";")[0] ?? "" }) };
}

describe("signing in", () => {
  test("sets a cookie for this host only, which then identifies the person", async () => {
    const { cookie, headers } = await signIn();
    expect(cookie).toMatch(/^__Host-connect=/);
    for (const part of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/", "Max-Age=604800"])
      expect(cookie).toContain(part);
    expect(cookie).not.toContain("Domain");
    expect(await auth.signedIn(headers)).toMatchObject({
      email: "ana@boldos.test",
      emailVerified: true,
      name: "Ana Soto",
      sessionId: expect.stringMatching(/^ses_/),
    });
  });

  test("makes a new session each time", async () => {
    const [one, other] = [await signIn(), await signIn()];
    const sessions = [await auth.signedIn(one.headers), await auth.signedIn(other.headers)];
    expect(new Set(sessions.map((found) => found?.sessionId)).size).toBe(2);
  });

  test.each([
    ["another password", { email: person.email, password: "otra clave bien larga" }],
    ["a mail that nobody has", { email: "nadie@boldos.test", password: person.password }],
    ["what is no mail", { email: "nadie", password: person.password }],
  ])("is refused in the same way with %s", async (_, credentials) => {
    expect(await auth.signIn(credentials, device)).toEqual({ kind: "refused" });
  });

  test("a mail address is one person's, however it is written", async () => {
    expect(await auth.createPerson({ ...person, email: "ANA@boldos.test" })).toBeNull();
  });
});

describe("a sign-in in progress while the password is being changed", () => {
  const next = "otra frase bien larga";
  let count = 0;

  /** Blocks what the query reads until `work` is done. */
  const holding = async (query: string, userId: string, work: () => Promise<void>) => {
    const held = await openDatabase({ url: database.authUrl, max: 1, log: silentLog });
    const text = `${query} = $1 for update`;
    await held.transaction(personalScope, async (db) => {
      await db.run({ name: text, text, repeatable: false }, [userId]);
      await work();
    });
    await held.close();
  };

  async function somebody() {
    const email = `eva${(count += 1)}@boldos.test`;
    const { userId = "" } = (await auth.createPerson({ ...person, email })) ?? {};
    return { userId, signIn: () => auth.signIn({ ...person, email }, device) };
  }

  test("is refused when the password was compared before, and the session made after the change", async () => {
    const { userId, signIn: begin } = await somebody();
    let signingIn = begin();
    await signingIn;
    await holding("select id from auth.user where id", userId, async () => {
      signingIn = begin();
      expect(await endsOrWaits(database, signingIn)).toBe("waits");
      await auth.setPassword(userId, next);
    });
    expect(await signingIn).toEqual({ kind: "refused" });
    expect(await auth.listSessions(userId)).toEqual([]);
  });

  test("is refused when the session is made while the others end", async () => {
    const { userId, signIn: begin } = await somebody();
    let signingIn = begin();
    await signingIn;
    let choosing = Promise.resolve();
    await holding("select id from auth.session where user_id", userId, async () => {
      choosing = auth.setPassword(userId, next);
      expect(await endsOrWaits(database, choosing)).toBe("waits");
      signingIn = begin();
      await endsOrWaits(database, signingIn, 2);
    });
    await choosing;
    expect(await signingIn).toEqual({ kind: "refused" });
    expect(await auth.listSessions(userId)).toEqual([]);
  });
});

describe("a session", () => {
  test("is known to another process, and ends in both at once", async () => {
    const other = await open();
    const { headers } = await signIn();
    expect(await other.signedIn(headers)).not.toBeNull();
    const forget = await auth.signOut(
      new Headers([...headers, ["origin", "https://connect.test"]]),
    );
    expect(forget.join()).toMatch(/__Host-connect=;.*Max-Age=0/);
    expect(await other.signedIn(headers)).toBeNull();
    expect(await auth.signedIn(headers)).toBeNull();
  });

  test("is refused with a modified cookie, or without one", async () => {
    const { headers } = await signIn();
    const touched = (headers.get("cookie") ?? "").replace("=", "=A");
    expect(await auth.signedIn(new Headers({ cookie: touched }))).toBeNull();
    expect(await auth.signedIn(new Headers())).toBeNull();
  });

  test("ends after 12 hours without use, and after 7 days with", async () => {
    const { headers } = await signIn();
    const pass = (hours: number) => clock.advance(hours * hour);
    for (let day = 0; day < 13; day += 1) {
      pass(11.9);
      expect(await auth.signedIn(headers), `day ${day}`).not.toBeNull();
    }
    pass(11.9);
    expect(await auth.signedIn(headers)).not.toBeNull();
    pass(2);
    expect(await auth.signedIn(headers)).toBeNull();
    const idle = await signIn();
    pass(12.1);
    expect(await auth.signedIn(idle.headers)).toBeNull();
  });

  test("is not used by requests made without a person", async () => {
    const { headers } = await signIn();
    clock.advance(6 * hour);
    expect(await auth.signedIn(headers, { unused: true })).not.toBeNull();
    clock.advance(6.1 * hour);
    expect(await auth.signedIn(headers, { unused: true })).toBeNull();
  });
});

test("connections that were cut while idle cause no failure", async () => {
  const cut = () =>
    database.owner(`select pg_terminate_backend(pid) from pg_stat_activity
      where usename = 'connect_auth' and datname = current_database()`);
  const { headers } = await signIn();
  for (let n = 0; n < 3; n += 1) {
    await Promise.all(Array.from({ length: 4 }, () => auth.signedIn(headers)));
    await cut();
    expect(await auth.signedIn(headers)).not.toBeNull();
    await cut();
    await signIn();
  }
});

test("signing keys are Ed25519, named, and only their public halves are shown", async () => {
  const { keys } = await auth.publicKeys();
  expect(keys).toEqual([
    {
      kty: "OKP",
      crv: "Ed25519",
      alg: "EdDSA",
      kid: expect.stringMatching(/^jwk_/),
      x: expect.any(String),
    },
  ]);
});

describe("the schema of people and tokens", () => {
  const ask = (text: string) => database.db.run({ name: text, text, repeatable: true }, []);

  test("shows the service which keys verify, and nothing else", async () => {
    await auth.publicKeys();
    expect(await ask("select id, public_key, expires_at from auth.jwks")).toHaveLength(1);
    for (const text of ["select private_key from auth.jwks", "select email from auth.user"]) {
      await expect(ask(text)).rejects.toThrow();
    }
  });
});

test("what the database refuses is thrown, and nothing of it is printed past our log", async () => {
  const printed = vi.spyOn(console, "error");
  const refused = { client_name: "one\n{}\0", redirect_uris: ["https://agente.example/cb"] };
  await expect(auth.register(refused)).rejects.toThrow("Failed query");
  expect(printed.mock.calls).toEqual([]);
  printed.mockRestore();
});
