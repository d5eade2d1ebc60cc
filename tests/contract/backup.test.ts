import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onlineSteps } from "#drizzle/online/steps.ts";
import { migrate } from "#lib/db/migrate.ts";
import { startProgram } from "#tests/support/processes/bundled-child.ts";
import {
  disposableServer,
  type DisposableServer,
} from "#tests/support/databases/disposable-server.ts";
import { asOwner, onePassword } from "#tests/support/databases/as-owner.ts";
import { pgPrograms, type PgPrograms } from "#tests/support/databases/pg-programs.ts";

const password = "only-for-tests";
const passwords = onePassword(password);

let server: DisposableServer;
let programs: PgPrograms;
let database: string;
let url: string;
let backupUrl: string;
beforeAll(async () => {
  [server, programs] = await Promise.all([disposableServer(), pgPrograms()]);
  ({ database, url } = await server.database("managed"));
  await migrate({ url, passwords, backupPassword: password, steps: onlineSteps });
  backupUrl = Object.assign(new URL(url), { username: "connect_backup", password }).toString();
  await asOwner(database, seed);
});
afterAll(async () => {
  await server.stop();
  await programs.remove();
});

/**
 * Rows of two organizations, in tables with and without row-level security, of people, and in a month of the audit.
 */
const seed = `
  insert into organizations (id, name, plan, billing, created_at)
  select 'org_' || lpad(n::text, 26, '0'), 'Ñandú', 'pro', 'active', now() from generate_series(1, 2) n;
  insert into connections (id, organization_id, connector, nombre, scopes, alcances, credencial, capacidades, created_at)
  select 'conn_' || right(id, 1), id, 'banco_a', E'dos\\nlíneas \\\\. y \\t', '{}', '{}', 'viva', '{}', now()
  from organizations;
  insert into records (organization_id, connection_id, dataset, id, periodo, sort_key, payload, read_at)
  select organization_id, id, 'x', 'row_' || n, '2026-10', n::text, '{"glosa": "\\\\."}', now()
  from connections, generate_series(1, 150) n;
  select maintain_audit_partitions(now(), 24);
  insert into audit (request_id, organization_id, at, plane, operation, actor_kind, actor_id, outcome)
  select 'req_' || id, id, now(), 'action', 'x', 'api_key', 'key_1', 'ok' from organizations;
  insert into indicator_values (codigo, fecha, valor, read_at) values ('uf', '2026-10-01', 1, now());
  insert into auth.user (id, name, email, email_verified, created_at, updated_at)
  values ('usr_1', 'Ana', 'ana@maule.example', true, now(), now());`;

async function backup(out: string, environment: Record<string, string> = {}) {
  const child = await startProgram("infra/deploy/backup.ts", ["--out", out], {
    BACKUP_DATABASE_URL: backupUrl,
    PG_DUMP: programs.pgDump,
    ...environment,
  });
  const { code } = await child.ended;
  const { stdout, stderr } = child.output();
  // A step that takes more than a second is named first.
  return { code, stdout, stderr: stderr.replace(/^Dumping .* …\n/, "") };
}

const fileNamed = (name: string): string => path.join(server.folder, name);

async function countsOf(address: string): Promise<Record<string, number>> {
  const tables = await asOwner(
    address,
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c
     join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r'
       and n.nspname in ('public', 'auth', 'drizzle') order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await asOwner(address, `select count(*)::int as rows from only ${String(name)}`);
    counts[String(name)] = Number(row?.["rows"]);
  }
  return counts;
}

describe("npm run backup", () => {
  test("dumps every row of every organization, with a role subject to the policies", async () => {
    const out = fileNamed("first.dump");
    const { code, stdout, stderr } = await backup(out);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const bytes = await readFile(out);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const manifest = JSON.parse(await readFile(`${out}.json`, "utf8")) as Record<string, unknown>;
    const counts = await countsOf(database);
    expect(counts).toMatchObject({ "public.records": 300, 'auth."user"': 1 });
    expect(manifest).toMatchObject({
      file: "first.dump",
      bytes: bytes.length,
      sha256,
      rows: counts,
    });
    expect(JSON.parse(stdout)).toMatchObject({
      file: "first.dump",
      tables: Object.keys(counts).length,
      rows: Object.values(counts).reduce((sum, count) => sum + count, 0),
    });
    for (const file of [out, `${out}.json`]) expect((await stat(file)).mode & 0o077).toBe(0);
    const [role] = await asOwner(
      url,
      "select rolsuper or rolbypassrls as above from pg_roles where rolname = 'connect_backup'",
    );
    expect(role).toEqual({ above: false });
    await expect(asOwner(backupUrl, "delete from records")).rejects.toThrow("permission denied");
  });

  test("restored under an owner subject to the policies it has the same rows, and is migrated like any other", async () => {
    const out = fileNamed("second.dump");
    expect((await backup(out)).code).toBe(0);
    const restored = await server.database("restored");
    const { status, stderr } = spawnSync(
      programs.pgRestore,
      [
        "--no-owner",
        "--no-privileges",
        "--exit-on-error",
        "--single-transaction",
        `--dbname=${restored.url}`,
        out,
      ],
      { encoding: "utf8" },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    await migrate({ url: restored.url, passwords, steps: onlineSteps });
    expect(await countsOf(restored.database)).toEqual(await countsOf(database));
    const appUrl = Object.assign(new URL(restored.url), { username: "connect_app", password });
    expect(await asOwner(appUrl.toString(), "select id from records")).toEqual([]);
  });

  test("fails if the dump has fewer rows than the database, and leaves no file", async () => {
    // Like a program whose policies hide rows from it, or that is cut short.
    const lossy = fileNamed("pg_dump");
    await writeFile(
      lossy,
      `#!/bin/sh\nexec "${programs.pgDump}" --exclude-table-data=records "$@"\n`,
    );
    await writeFile(fileNamed("pg_restore"), `#!/bin/sh\nexec "${programs.pgRestore}" "$@"\n`);
    for (const name of ["pg_dump", "pg_restore"]) await chmod(fileNamed(name), 0o755);
    const { code, stderr } = await backup(fileNamed("third.dump"), { PG_DUMP: lossy });
    expect(code).toBe(1);
    expect(stderr).toBe(
      "There is no backup. the dump is not whole: public.records has 300 rows, the dump none of it.\n",
    );
    const left = await readdir(server.folder);
    expect(left.filter((name) => name.startsWith("third"))).toEqual([]);
  });

  test("refuses a wrong password, and a pg_dump without its pg_restore, in one line each", async () => {
    const other = Object.assign(new URL(backupUrl), { password: "another-password" }).href;
    const alone = path.join(server.folder, "alone");
    await mkdir(alone);
    await symlink(programs.pgDump, path.join(alone, "pg_dump"));
    for (const [environment, named] of [
      [{ BACKUP_DATABASE_URL: other }, "BACKUP_DATABASE_URL cannot be used: password"],
      [{ PG_DUMP: path.join(alone, "pg_dump") }, "pg_restore cannot be run"],
    ] as const) {
      const { code, stderr } = await backup(fileNamed("sixth.dump"), environment);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^There is no backup\. .*\n$/)]);
      expect(stderr).toContain(named);
    }
    const left = await readdir(server.folder);
    expect(left.filter((name) => name.startsWith("sixth"))).toEqual([]);
  });

  test("refuses a role that does not see everything, whose dump would be empty", async () => {
    await asOwner(url, "revoke connect_system from connect_backup");
    try {
      const { code, stderr } = await backup(fileNamed("fourth.dump"));
      expect(code).toBe(1);
      expect(stderr).toContain("its role does not see every organization");
    } finally {
      await migrate({ url, passwords, backupPassword: password });
    }
  });

  test.each([
    [
      "another role",
      { BACKUP_DATABASE_URL: "postgres://connect_app:x@127.0.0.1:1/x" },
      "connect_backup",
    ],
    [
      "a pooler",
      { BACKUP_DATABASE_URL: "postgres://connect_backup:x@a-pooler.b.neon.tech/x" },
      "pooler",
    ],
    [
      "no address, and says what to write",
      { BACKUP_DATABASE_URL: "" },
      "BACKUP_DATABASE_URL: is not set: write postgres://connect_backup:PASSWORD@HOST/DATABASE.",
    ],
    ["no program", { PG_DUMP: "/nowhere/pg_dump" }, "set PG_DUMP"],
    [
      "an unreachable database",
      { BACKUP_DATABASE_URL: "postgres://connect_backup:twelve-and-more@127.0.0.1:1/x" },
      "BACKUP_DATABASE_URL cannot be used: connect ECONNREFUSED",
    ],
  ])("refuses %s in one line", async (_, environment, named) => {
    const { code, stdout, stderr } = await backup(fileNamed("fifth.dump"), environment);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toContain(named);
    expect(stderr).not.toContain(password);
  });
});

test.each([["--help"], ["--ou", "x"], ["x"]])(
  "called with %s it says in one line how it is called",
  async (...args) => {
    const child = await startProgram("infra/deploy/backup.ts", args, {});
    const { code } = await child.ended;
    const { stderr } = child.output();
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^Nothing was dumped\..*\n$/)]);
  },
);
