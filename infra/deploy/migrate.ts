import { readFile } from "node:fs/promises";
import { z } from "zod";
import { onlineSteps } from "#drizzle/online/steps.ts";
import { isDatabaseUnreachable } from "#lib/db/failures.ts";
import { migrate } from "#lib/db/migrate.ts";
import { BehindBaseline } from "#lib/db/require-baseline.ts";
import { Blocked } from "#lib/db/until-unblocked.ts";
import { backupRole, type LoginRole } from "#lib/db/rights.ts";
import { ConfigError, parseSettings } from "#lib/kernel/config.ts";
import { databaseUrl } from "#lib/kernel/setting-types.ts";
import { installQueues } from "#infra/server/queue-schema.ts";
import { createProgress } from "#infra/server/progress.ts";
import { parseWithFiles } from "#infra/server/secret-files.ts";

const Settings = z.object({
  DATABASE_OWNER_URL: databaseUrl("OWNER")
    .transform((text) => new URL(text))
    .refine(({ hostname }) => !hostname.includes("-pooler."), {
      error: "a pooler's address; the migrations hold a lock, which asks for the direct one",
    }),
  DATABASE_URL: urlOf("connect_app"),
  WORKER_DATABASE_URL: urlOf("connect_worker"),
  KEEPER_DATABASE_URL: urlOf("connect_keeper"),
  AUTH_DATABASE_URL: urlOf("connect_auth"),
  // The address is missing if backups are not taken with `npm run backup`.
  BACKUP_DATABASE_URL: urlOf(backupRole).optional(),
});

function urlOf(role: LoginRole | typeof backupRole) {
  return databaseUrl(role)
    .transform((text) => new URL(text))
    .refine(({ username }) => username === role, { error: `its user has to be ${role}` })
    .refine(({ password }) => password.length >= 12, {
      error: "its password has to have 12 characters at least",
    });
}

const passwordOf = ({ password }: URL) => decodeURIComponent(password);

// `npm run migrate`: run before a release's code. Forward only, and safe to run twice.
process.exitCode = await run().catch((error: unknown) => {
  if (!(error instanceof ConfigError) && !isDatabaseUnreachable(error)) throw error;
  const problem =
    error instanceof ConfigError
      ? `The database was not touched. ${error.problems.join("; ")}.`
      : "DATABASE_OWNER_URL: the database cannot be reached. What was done stays: run it again";
  process.stderr.write(`${problem}\n`);
  return 1;
});

async function run(): Promise<number> {
  const problem = wrongCall();
  if (problem !== null) {
    process.stderr.write(`The database was not touched. ${problem}.\n`);
    return 2;
  }
  const settings = parseWithFiles(process.env, (given) => parseSettings(Settings, given));
  const { DATABASE_OWNER_URL: owner, BACKUP_DATABASE_URL: backup, ...urls } = settings;
  const backupPassword = backup === undefined ? null : passwordOf(backup);
  const passwords = {
    connect_app: passwordOf(urls.DATABASE_URL),
    connect_worker: passwordOf(urls.WORKER_DATABASE_URL),
    connect_keeper: passwordOf(urls.KEEPER_DATABASE_URL),
    connect_auth: passwordOf(urls.AUTH_DATABASE_URL),
  };
  const progress = createProgress((line) => process.stdout.write(`${line}\n`));
  try {
    await progress(`Migrating ${owner.host}, after any other migration of it`, () =>
      migrate({ url: owner.href, passwords, backupPassword, steps: onlineSteps, progress }),
    );
  } catch (error) {
    if (!(error instanceof Blocked) && !(error instanceof BehindBaseline)) throw error;
    process.stderr.write(`The schema is as it was. ${error.message}.\n`);
    return 1;
  }
  await progress("Making the queues", () => installQueues(owner.href));
  const { entries, last } = await readJournal();
  process.stdout.write(`${entries} migrations are applied, the last is ${last}.\n`);
  return 0;
}

/** It has no options. Who asks for help, or misspells another program's, must not migrate. */
function wrongCall(): string | null {
  const [first] = process.argv.slice(2);
  if (first === undefined) return null;
  const settings = Object.keys(Settings.shape).join(", ");
  return `${first}: npm run migrate takes nothing but its settings, ${settings}`;
}

interface Journal {
  entries: { tag: string }[];
}

/** The migrations that this version of the code brings. */
async function readJournal(): Promise<{ entries: number; last: string }> {
  const file = new URL("../../drizzle/meta/_journal.json", import.meta.url);
  const { entries } = JSON.parse(await readFile(file, "utf8")) as Journal;
  return { entries: entries.length, last: entries.at(-1)?.tag ?? "none" };
}
