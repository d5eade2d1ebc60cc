import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { createProgress } from "#infra/server/progress.ts";
import { parseWithFiles } from "#infra/server/secret-files.ts";
import { systemClock } from "#lib/kernel/clock.ts";
import { ConfigError, parseSettings } from "#lib/kernel/config.ts";
import { databaseUrl } from "#lib/kernel/setting-types.ts";
import { BackupFailed } from "#lib/db/backup/dumped-rows.ts";
import { takeBackup } from "#lib/db/backup/take-backup.ts";

const Settings = z.object({
  BACKUP_DATABASE_URL: databaseUrl("connect_backup")
    .transform((text) => new URL(text))
    .refine(({ username }) => username === "connect_backup", {
      error: "its user has to be connect_backup",
    })
    .refine(({ hostname }) => !hostname.includes("-pooler."), {
      error: "a pooler's address; one moment is dumped, which asks for the direct one",
    }),
  PG_DUMP: z.string().min(1).default("pg_dump"),
  out: z
    .string({ error: "is not set: npm run backup -- --out FILE" })
    .refine((file) => !existsSync(file), { error: "there is such a file already" })
    .refine((file) => existsSync(path.dirname(file)), { error: "there is no such folder" }),
});

// `npm run backup -- --out FILE`: dumps one snapshot and compares counts with it. FILE.json has the counts.
process.exitCode = await run().catch((error: unknown) => {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`Nothing was dumped. ${error.problems.join("; ")}.\n`);
  return 1;
});

/** Null if it is called in another way. */
function given(): { out?: string | undefined } | null {
  try {
    return parseArgs({ options: { out: { type: "string" } } }).values;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

async function run(): Promise<number> {
  const values = given();
  if (values === null) {
    process.stderr.write("Nothing was dumped. It is called so: npm run backup -- --out FILE.\n");
    return 2;
  }
  const settings = parseWithFiles(process.env, (given) =>
    parseSettings(Settings, { ...given, ...values }),
  );
  const { BACKUP_DATABASE_URL: url, PG_DUMP: pgDump, out } = settings;
  const progress = createProgress((line) => process.stderr.write(`${line}\n`));
  try {
    const { rows, ...written } = await progress(`Dumping ${url.host}`, () =>
      takeBackup({ url: url.href, out, pgDump, now: systemClock.now() }),
    );
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    const tables = Object.keys(rows).length;
    process.stdout.write(`${JSON.stringify({ ...written, tables, rows: total })}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof BackupFailed)) throw error;
    process.stderr.write(`There is no backup. ${error.message}.\n`);
    return 1;
  }
}
