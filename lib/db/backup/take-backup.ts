import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { open, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { Client } from "pg";
import { isDatabaseUnreachable } from "../failures.ts";
import { systemRole } from "../rights.ts";
import { BackupFailed, dumpedRows } from "./dumped-rows.ts";

interface Asked {
  /** The role's direct address, with its password. */
  url: string;
  /** The path for the dump, which must not exist yet. */
  out: string;
  /**
   * A program of the server's major version, or a later one; `pg_restore` is in the same folder.
   */
  pgDump: string;
  now: Date;
}

/** What a backup contains, to compare with a restore of it. */
interface Manifest {
  takenAt: string;
  file: string;
  bytes: number;
  sha256: string;
  rows: Record<string, number>;
}

/** For every session of the role: it reads all organizations, and no other settings are changed. */
const settings = "-c app.org_id=* -c default_transaction_read_only=on";

/** Dumps one snapshot of the database, and checks the row counts of the dump against it. */
export async function takeBackup({ url, out, pgDump, now }: Asked): Promise<Manifest> {
  const part = `${out}.part`;
  const client = new Client({ connectionString: url, options: settings });
  await client.connect().catch((cause: unknown) => {
    throw new BackupFailed(`BACKUP_DATABASE_URL cannot be used: ${reasonOf(cause)}`, { cause });
  });
  // One that is lost in between is reported by the next query.
  client.on("error", () => undefined);
  try {
    await requireWholeView(client);
    await client.query("begin isolation level repeatable read read only");
    const { rows } = await client.query<{ id: string }>("select pg_export_snapshot() as id");
    await (await open(part, "w", 0o600)).close();
    await dump({ pgDump, url, part, snapshot: rows[0]?.id ?? "" });
    const inDump = await dumpedRows(path.join(path.dirname(pgDump), "pg_restore"), part);
    const inDatabase = await countRows(client);
    const different = [...inDatabase].filter(([table, count]) => inDump.get(table) !== count);
    if (different.length > 0) throw new BackupFailed(told(different, inDump));
    const { size } = await stat(part);
    const manifest = {
      takenAt: now.toISOString(),
      file: path.basename(out),
      bytes: size,
      sha256: await hashOf(part),
      rows: Object.fromEntries(inDatabase),
    };
    await writeFile(`${out}.json`, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    await rename(part, out);
    return manifest;
  } catch (cause) {
    if (!isDatabaseUnreachable(cause)) throw cause;
    throw new BackupFailed(`the database was lost: ${reasonOf(cause)}`, { cause });
  } finally {
    await rm(part, { force: true });
    await client.end();
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}

/** A role subject to a policy would dump empty tables, and count no rows in them. */
async function requireWholeView(client: Client): Promise<void> {
  const { rows } = await client.query<{ whole: boolean }>(
    `select current_setting('app.org_id', true) = '*'
       and exists (select from pg_roles where rolname = $1)
       and pg_has_role(current_user, $1, 'member') as whole`,
    [systemRole],
  );
  if (rows[0]?.whole !== true) {
    throw new BackupFailed("its role does not see every organization: run npm run migrate");
  }
}

interface Dumped {
  pgDump: string;
  url: string;
  part: string;
  snapshot: string;
}

async function dump({ pgDump, url, part, snapshot }: Dumped): Promise<void> {
  const address = new URL(url);
  const PGPASSWORD = decodeURIComponent(address.password);
  // Every user of the machine can read a command line.
  address.password = "";
  // The system's own list says which authorities are trusted, unless another one is given.
  const proves = address.searchParams.get("sslmode") === "verify-full";
  const vouchers = proves ? { PGSSLROOTCERT: "system" } : {};
  const child = spawn(
    pgDump,
    [
      "--format=custom",
      "--enable-row-security",
      "--no-owner",
      "--no-privileges",
      "--exclude-schema=pgboss",
      `--snapshot=${snapshot}`,
      `--file=${part}`,
      `--dbname=${address.href}`,
    ],
    {
      env: { ...vouchers, ...process.env, PGPASSWORD, PGOPTIONS: settings },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  const stderr = text(child.stderr);
  const [code] = await once(child, "close").catch((cause: unknown) => {
    const why = `${pgDump} cannot be run: set PG_DUMP to the one of the server's version`;
    throw new BackupFailed(why, { cause });
  });
  if (code !== 0) throw new BackupFailed((await stderr).trim());
}

/** In the dumped snapshot. Counts partitions separately, as the dump does. */
async function countRows(client: Client): Promise<Map<string, number>> {
  const tables = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence <> 't'
      and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'pgboss') order by 1`);
  const counted = new Map<string, number>();
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ rows: string }>(
      `select count(*) as rows from only ${name}`,
    );
    counted.set(name, Number(rows[0]?.rows));
  }
  return counted;
}

function told(different: readonly [string, number][], inDump: ReadonlyMap<string, number>): string {
  const tables = different.map(
    ([table, count]) => `${table} has ${count} rows, the dump ${inDump.get(table) ?? "none of it"}`,
  );
  return `the dump is not whole: ${tables.join("; ")}`;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
