import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ConfigError } from "#lib/kernel/config.ts";
import { parseServeSettings, usage } from "#infra/server/settings.ts";
import { legalSettings } from "#tests/support/scenes/legal-settings.ts";

/** ASVS 12.3.2, 13.3.1, 11.5.1: a wrong setting must not open the service. */
const secret = randomBytes(32).toString("base64");
const good = {
  DATABASE_URL: "postgres://connect_app:una-clave-larga@127.0.0.1/connect",
  WORKER_DATABASE_URL: "postgres://connect_worker:una-tercera-clave@127.0.0.1/connect",
  KEEPER_DATABASE_URL: "postgres://connect_keeper:otra-clave-larga@127.0.0.1/connect",
  AUTH_DATABASE_URL: "postgres://connect_auth:la-de-las-personas@127.0.0.1/connect",
  AUTH_SECRETS: secret,
  BASE_URL: "https://connect.test",
  SERVICE_SECRET: secret,
  MASTER_KEY: secret,
  SYNC_QUEUE_URL: "https://queue.test/syncs",
  EMISSION_QUEUE_URL: "https://queue.test/emissions",
  INDICATORS_BASE_URL: "https://indicators.test",
  ...legalSettings,
  PORTAL_URLS: '{"banco_a":"https://banco.test"}',
};
const unset = (name: keyof typeof good) => ({ [name]: "" });

let folder: string;
const file = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "connect-secrets-"));
  for (const mode of [0o600, 0o640, 0o604]) {
    const path = file(mode.toString(8));
    writeFileSync(path, `${secret}\n`);
    chmodSync(path, mode);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The lines of a refusal, without the first; empty if the settings are accepted. */
function problems(changed: Record<string, string>): string[] {
  try {
    parseServeSettings({ ...good, ...changed });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [, ...lines] = String(error).split("\n");
    expect(String(error)).not.toContain(secret);
    return lines.map((line) => line.trim());
  }
}

const database = (rest: string): Record<string, string> => ({
  DATABASE_URL: `postgres://connect_app:una-clave-larga@${rest}`,
});
const plainDatabase =
  "DATABASE_URL: a database on another machine is reached by TLS alone: add ?sslmode=verify-full";
const plainHttp = "has to be https://…: http is for this machine alone";
const guessed = "not drawn at random: make it with `openssl rand -base64 32`";

test.each<[string, Record<string, string>, string]>([
  ["a foreign database in clear", database("db.test/connect"), plainDatabase],
  [
    "one whose certificate counts for nothing",
    database("db.test/connect?sslmode=require"),
    plainDatabase,
  ],
  [
    "one whose last word is less",
    database("db.test/x?sslmode=verify-full&sslmode=disable"),
    plainDatabase,
  ],
  ["one behind another's name", database("127.0.0.1/connect?host=db.test"), plainDatabase],
  ["one with a name like this machine's", database("127.0.0.1.test/connect"), plainDatabase],
  ["a service in clear", { BASE_URL: "http://connect.test" }, `BASE_URL: ${plainHttp}`],
  [
    "a service under a path, where no client looks for who issues its tokens",
    { BASE_URL: "https://connect.test/connect" },
    "BASE_URL: has to be an origin, https://host, without a path",
  ],
  [
    "a portal in clear",
    { PORTAL_URLS: '{"banco_a":"http://banco.test"}' },
    `PORTAL_URLS.banco_a: ${plainHttp}`,
  ],
  [
    "a secret of zeros",
    { SERVICE_SECRET: Buffer.alloc(32).toString("base64") },
    `SERVICE_SECRET: ${guessed}`,
  ],
  [
    "a secret of words",
    { SERVICE_SECRET: Buffer.from("secreto secreto secreto secreto!").toString("base64") },
    `SERVICE_SECRET: ${guessed}`,
  ],
  [
    "a key that counts",
    { MASTER_KEY: Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString("base64") },
    `MASTER_KEY: ${guessed}`,
  ],
  [
    "calls answered as who may speak for everybody",
    { DATABASE_URL: good.WORKER_DATABASE_URL },
    "DATABASE_URL: its user has to be connect_app",
  ],
  [
    "the same by the address's own parameter",
    database("127.0.0.1/connect?user=connect_worker"),
    "DATABASE_URL: its user has to be connect_app",
  ],
])("%s is refused in one line", (_, changed, line) => {
  expect(problems(changed)).toEqual([line]);
});

test.each(Object.keys(legalSettings))(
  "nothing starts without %s: people are told who asks them",
  (name) => {
    expect(problems({ [name]: "" })).toEqual([`${name}: is not set`]);
  },
);

test("all problems are told at once, each once, and nothing that follows from another one", () => {
  expect(
    problems({
      ...unset("DATABASE_URL"),
      ...unset("MASTER_KEY"),
      BASE_URL: "http://connect.test",
      KEEPER_DATABASE_URL: good.WORKER_DATABASE_URL,
      AUTH_DATABASE_URL: "127.0.0.1/connect",
      SERVICE_SECRET: Buffer.alloc(32).toString("base64"),
      ...unset("SYNC_QUEUE_URL"),
      BROWSER_BANCO_9: "headed:/x",
    }),
  ).toEqual([
    `BASE_URL: ${plainHttp}`,
    "DATABASE_URL: is not set: write postgres://connect_app:PASSWORD@HOST/DATABASE",
    `SERVICE_SECRET: ${guessed}`,
    "AUTH_DATABASE_URL: is no address: write postgres://connect_auth:PASSWORD@HOST/DATABASE",
    "KEEPER_DATABASE_URL: its user has to be connect_keeper",
    "BROWSER_BANCO_9: there is no such system",
    "SYNC_QUEUE_URL: is not set",
    "set one of KMS_KEY_ID, MASTER_KEY, MASTER_KEY_FILE, and only one",
  ]);
  const none = file("none");
  const files = {
    ...unset("SERVICE_SECRET"),
    SERVICE_SECRET_FILE: none,
    ...unset("MASTER_KEY"),
    MASTER_KEY_FILE: none,
    ...unset("DATABASE_URL"),
    DATABASE_URL_FILE: none,
    ...unset("WORKER_DATABASE_URL"),
    ...unset("BASE_URL"),
  };
  expect(problems(files)).toEqual([
    ...["SERVICE_SECRET", "MASTER_KEY", "DATABASE_URL"].map(
      (name) => `${name}_FILE: ${none} cannot be read (ENOENT)`,
    ),
    "BASE_URL: is not set",
    "WORKER_DATABASE_URL: is not set: write postgres://connect_worker:PASSWORD@HOST/DATABASE",
  ]);
});

test("a file that others can read, that is a folder, or that is missing, is refused in one line", () => {
  const from = (path: string) => problems({ ...unset("MASTER_KEY"), MASTER_KEY_FILE: path });
  const open = (name: string) =>
    `MASTER_KEY_FILE: ${file(name)} can be read by others (mode ${name}): chmod 600 it`;
  expect(from(file("640"))).toEqual([open("640")]);
  expect(from(file("604"))).toEqual([open("604")]);
  expect(from(folder)).toEqual([`MASTER_KEY_FILE: ${folder} is no file`]);
  expect(from(file("none"))).toEqual([`MASTER_KEY_FILE: ${file("none")} cannot be read (ENOENT)`]);
  expect(from("/proc/1/cmdline")).toHaveLength(1);
  expect(problems({ SERVICE_SECRET_FILE: file("600") })).toEqual([
    "SERVICE_SECRET_FILE: set it or SERVICE_SECRET, and only one",
  ]);
});

test("every secret of a server may be in a file, including the edge's", () => {
  const path = file("edge");
  const [older, newer] = [randomBytes(32).toString("hex"), randomBytes(32).toString("hex")];
  writeFileSync(path, `${newer}, ${older}\n`, { mode: 0o600 });
  const settings = parseServeSettings({ ...good, EDGE_SECRETS_FILE: path });
  expect(settings.EDGE_SECRETS).toEqual([newer, older]);
  const told = [...usage.matchAll(/\b[A-Z_]+(?:_SECRETS?|_KEYS?|_CLIENTS|_URL)\b/g)].map(
    ([name]) => name,
  );
  const isOpen = /^(?:AWS_|BASE_|BILLING_|INDICATORS_|PRIVACY_|TERMS_)|_QUEUE_|_PUBLIC_/;
  const secrets = told.filter((name) => !isOpen.test(name));
  expect(new Set(secrets).size).toBeGreaterThan(10);
  for (const name of secrets) {
    const given = { ...good, [name]: "", [`${name}_FILE`]: file("none") };
    expect(() => parseServeSettings(given), name).toThrow(`${name}_FILE: ${file("none")}`);
  }
  const sentence = usage.slice(usage.indexOf("Secrets need not"));
  const isInGroup = /DATABASE_URL$|_SECRETS$|^RECEIPT_KEYS$/;
  expect(secrets.filter((name) => !isInGroup.test(name) && !sentence.includes(name))).toEqual([]);
});

test("no secret has to be in the environment, and safe settings are accepted", () => {
  const address = file("database");
  writeFileSync(address, `${good.DATABASE_URL}\n`, { mode: 0o600 });
  const fromFiles = {
    ...unset("MASTER_KEY"),
    ...unset("SERVICE_SECRET"),
    ...unset("DATABASE_URL"),
    MASTER_KEY_FILE: file("600"),
    SERVICE_SECRET_FILE: file("600"),
    DATABASE_URL_FILE: address,
  };
  const settings = parseServeSettings({ ...good, ...fromFiles });
  expect(settings.DATABASE_URL).toBe(good.DATABASE_URL);
  expect(settings.SERVICE_SECRET).toBe(secret);
  for (const taken of [
    // The way a unit's credentials are stored, with the manager's own permissions.
    { ...fromFiles, MASTER_KEY_FILE: file("640"), CREDENTIALS_DIRECTORY: folder },
    database("db.test/connect?sslmode=verify-full"),
    database("ep-a-1.sa-east-1.aws.neon.tech/connect"),
    { DATABASE_URL: "postgres:///connect?host=/var/run/postgresql&user=connect_app" },
    database("[::1]:5432/connect"),
    { BASE_URL: "http://127.0.0.1:8787" },
    { BASE_URL: "http://localhost:8787" },
  ]) {
    expect(problems(taken), JSON.stringify(taken)).toEqual([]);
  }
});
