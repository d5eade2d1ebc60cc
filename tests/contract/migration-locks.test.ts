import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const folder = new URL("../../drizzle/", import.meta.url);

/** What makes the tables may lock them. */
const baseline = "0000_foundation.sql";

/** Large tables that are read and written all day. */
const busy = String.raw`(?:"?public"?\.)?"?(?:records|audit|audit_\w+|sync_jobs|webhook_\w+|operations)"?(?=\W|$)`;

const stops: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(String.raw`create\s+(?:unique\s+)?index\s[^;]*\son\s+(?:only\s+)?${busy}`, "i"),
    "builds an index: make it `concurrentIndex` of drizzle/online/steps.ts",
  ],
  [
    new RegExp(String.raw`alter\s+table\s+(?:only\s+)?${busy}[^;]*set\s+not\s+null`, "i"),
    "reads the whole table: add `check (… is not null) not valid`, then `validatedConstraint`",
  ],
  [
    new RegExp(
      String.raw`alter\s+table\s+(?:only\s+)?${busy}[^;]*\sadd\s+(?:constraint|check|foreign|unique|primary)(?![^;]*not\s+valid)`,
      "i",
    ),
    "reads the whole table: add it as `not valid`, then `validatedConstraint` of drizzle/online/steps.ts",
  ],
];

/** Statements that would block a busy table for longer than a moment. */
function longLocks(sql: string): string[] {
  const statements = sql.replaceAll(/^\s*--(?!>).*$/gm, "").split(/;|--> statement-breakpoint/);
  return statements.flatMap((statement) =>
    stops
      .filter(([pattern]) => pattern.test(statement))
      .map(([, why]) => `${statement.trim()}: ${why}`),
  );
}

test("no migration locks a large table while it reads or builds", async () => {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql"));
  expect(files).toContain(baseline);
  const found = await Promise.all(
    files.map(async (name) => {
      if (name === baseline) return [];
      const locks = longLocks(await readFile(new URL(name, folder), "utf8"));
      return locks.map((lock) => `${name}: ${lock}`);
    }),
  );
  expect(found.flat()).toEqual([]);
});

test.each([
  'CREATE INDEX "x" ON "records" USING btree ("periodo");',
  "create unique index x\n on public.webhook_deliveries (id)",
  'CREATE INDEX x ON ONLY "audit" (at)',
  'ALTER TABLE "operations" ALTER COLUMN "folio" SET NOT NULL;--> statement-breakpoint',
  'ALTER TABLE "sync_jobs" ADD CONSTRAINT "sync_jobs_kind" CHECK ("sync_jobs"."kind" in (\'sync\'));',
  'ALTER TABLE "webhook_events" ADD CONSTRAINT x FOREIGN KEY (a) REFERENCES "public"."b"("a");',
])("%s is refused", (sql) => {
  expect(longLocks(sql)).toHaveLength(1);
});

test.each([
  'CREATE INDEX "x" ON "operation_files" USING btree ("expires_at");',
  'CREATE TABLE "new" ("id" text NOT NULL);\nCREATE INDEX x ON "new" ("id");',
  'ALTER TABLE "new" ADD CONSTRAINT x FOREIGN KEY (a) REFERENCES "public"."operations"("id");',
  'ALTER TABLE "sync_jobs" DROP CONSTRAINT "sync_jobs_kind";',
  'ALTER TABLE "sync_jobs" ADD CONSTRAINT "sync_jobs_kind" CHECK (true) NOT VALID;',
  'ALTER TABLE "operations" ADD COLUMN "x" text;',
  'ALTER TABLE "operations" ALTER COLUMN "x" DROP NOT NULL;',
  "-- create index on records: not here\nselect 1",
])("%s is not", (sql) => {
  expect(longLocks(sql)).toEqual([]);
});
