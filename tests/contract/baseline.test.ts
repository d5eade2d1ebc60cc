import { spawnSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onlineSteps } from "#drizzle/online/steps.ts";
import { openLocalDatabase } from "#infra/local/open-database.ts";
import { ensureDatabase, startPostgres } from "#infra/local/postgres.ts";
import { parseSettings } from "#infra/local/settings.ts";
import { StartRefused } from "#infra/local/start-refused.ts";
import { migrate } from "#lib/db/migrate.ts";
import { asOwner, onePassword } from "#tests/support/databases/as-owner.ts";
import {
  disposableServer,
  type DisposableServer,
} from "#tests/support/databases/disposable-server.ts";
import { formerRelease, type FormerRelease } from "#tests/support/databases/former-release.ts";
import { pgPrograms, type PgPrograms } from "#tests/support/databases/pg-programs.ts";
import { startProgram } from "#tests/support/processes/bundled-child.ts";

// The migrations of before the first deployment are in the history alone. As long as they are there, what they made is
// compared with what their baseline makes, and a database that they made is brought up to date.

const passwords = onePassword("only-for-tests");

let server: DisposableServer;
let programs: PgPrograms;
let former: FormerRelease;
beforeAll(async () => {
  [server, programs] = await Promise.all([disposableServer(), pgPrograms()]);
  former = await formerRelease(server.folder);
});
afterAll(async () => {
  await server.stop();
  await programs.remove();
});

/** Tables, columns in their order, indexes, policies, functions, triggers, owners and rights. */
function schemaOf(database: string): string {
  const { status, stdout, stderr } = spawnSync(
    programs.pgDump,
    ["--schema-only", "--restrict-key=same", `--dbname=${database}`],
    { encoding: "utf8", maxBuffer: 10_000_000 },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

let old: { database: string; url: string };
test("the baseline makes what the 49 migrations and their steps made, to the byte", async () => {
  old = await server.database("old");
  const squashed = await server.database("squashed");
  await former.migrate({ url: old.url, passwords });
  await (await former.withBaseline()).migrate({ url: squashed.url, passwords });
  const count = "select count(*)::int as n from drizzle.__drizzle_migrations";
  expect(await asOwner(old.database, count)).toEqual([{ n: 49 }]);
  expect(await asOwner(squashed.database, count)).toEqual([{ n: 1 }]);
  const schema = schemaOf(old.database);
  expect(schema.split("\n").length).toBeGreaterThan(5_000);
  expect(schemaOf(squashed.database)).toBe(schema);
});

const why = "The database was made by an earlier version, which has to bring it up to date first";

test.each([
  [
    "lacks a migration",
    "delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)",
  ],
  [
    "lacks its last step",
    "update drizzle.online_steps set finished = false where name like '0049%'",
  ],
  ["had no steps yet", "drop table drizzle.online_steps"],
])(
  "a database of before that %s is refused in one sentence, and left as it was",
  async (lack, sql) => {
    const name = `behind_${lack.replaceAll(" ", "_")}`;
    const database = await ensureDatabase(server.url, name, "old");
    await asOwner(database, sql);
    const before = schemaOf(database);
    const migrating = migrate({ url: database, passwords, steps: onlineSteps });
    await expect(migrating).rejects.toThrow(new RegExp(`^${why}: that of commit 494bd36e$`));
    expect(schemaOf(database)).toBe(before);
  },
);

test("one that was up to date goes on with its rows, and becomes what a new one is", async () => {
  const fresh = await server.database("fresh");
  await asOwner(
    old.database,
    `insert into organizations (id, name, plan, billing, created_at)
     values ('org_1', 'Una SpA', 'free', 'none', now());
     insert into connections (id, organization_id, connector, nombre, scopes, alcances, credencial, capacidades,
       created_at)
     values ('con_1', 'org_1', 'tributario', '', '{}', '{}', 'viva', '{}', now());
     insert into operations (id, organization_id, connection_id, connector, rut, kind, tool_id,
       idempotency_key, operation_request_id, actor_kind, actor_id, fingerprint, input_hash,
       looks_like, document_hash, state, job_id, token, barrier_at, created_at)
     values ('oper_1', 'org_1', 'con_1', 'tributario', '', 'dte', '', '', '', 'api_key', '', '', '',
       '', '', 'emitted', '', 1, now(), now())`,
  );
  for (const { url } of [old, fresh]) await migrate({ url, passwords, steps: onlineSteps });
  expect(schemaOf(old.database)).toBe(schemaOf(fresh.database));
  const rows = `select o.name, p.state from organizations o join operations p on p.organization_id = o.id`;
  expect(await asOwner(old.database, rows)).toEqual([{ name: "Una SpA", state: "done" }]);
});

test("npm run migrate says it in one line, and so does npm start, which has a remedy more", async () => {
  const dataDir = path.join(server.folder, "local");
  await mkdir(dataDir);
  const local = await startPostgres(dataDir);
  const url = await ensureDatabase(local.url, "connect");
  await asOwner(
    url,
    `create schema drizzle; create table drizzle.__drizzle_migrations (created_at bigint);
     insert into drizzle.__drizzle_migrations values (1700000000000)`,
  );
  const urlOf = (name: string): string =>
    Object.assign(new URL(url), { username: name, password: "only-for-tests" }).href;
  const migrating = await startProgram("infra/deploy/migrate.ts", [], {
    DATABASE_OWNER_URL: url,
    DATABASE_URL: urlOf("connect_app"),
    WORKER_DATABASE_URL: urlOf("connect_worker"),
    KEEPER_DATABASE_URL: urlOf("connect_keeper"),
    AUTH_DATABASE_URL: urlOf("connect_auth"),
  });
  expect(await migrating.ended).toMatchObject({ code: 1 });
  expect(migrating.output().stderr).toBe(
    `The schema is as it was. ${why}: that of commit 494bd36e.\n`,
  );
  await local.stop();

  const settings = parseSettings([], { DATA_DIR: dataDir });
  if (settings === "help") throw new Error("nobody asked for help");
  const endings: (() => Promise<unknown>)[] = [];
  const opening = openLocalDatabase(
    settings,
    (parts) => void endings.push(...Object.values(parts)),
    (_, work) => work(),
  );
  const refusal: unknown = await opening.catch((error: unknown) => error);
  for (const end of endings) await end();
  const remedy = 'Start that once, or run "npm start -- --fresh" to begin with an empty one.';
  expect(refusal).toEqual(new StartRefused(`${why}: that of commit 494bd36e. ${remedy}`));
});
