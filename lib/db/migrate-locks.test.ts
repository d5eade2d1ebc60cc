import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onlineSteps } from "#drizzle/online/steps.ts";
import {
  disposableServer,
  type DisposableServer,
} from "#tests/support/databases/disposable-server.ts";
import { asOwner, onePassword } from "#tests/support/databases/as-owner.ts";
import { migrate } from "./migrate.ts";
import {
  backfill,
  concurrentIndex,
  reorderedUnique,
  runOnlineSteps,
  validatedConstraint,
  type StepProgress,
} from "./online-steps.ts";
import { roleUrl } from "./rights.ts";

const password = "only-for-tests";
const passwords = onePassword(password);
const patience = { lockTimeoutMs: 150, tries: 3, pauseMs: 10 };

let server: DisposableServer;
let url: string;
let owner: Client;
beforeAll(async () => {
  server = await disposableServer();
  ({ url } = await server.database("managed"));
  await migrate({ url, passwords, steps: onlineSteps });
  owner = new Client({ connectionString: url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.stop();
});

/** A transaction that has read the table and is still open. */
async function reader(
  table: string,
  database = url,
): Promise<{ pid: number; end(): Promise<void> }> {
  const client = new Client({ connectionString: roleUrl(database, "connect_worker", password) });
  await client.connect();
  await client.query("begin");
  await client.query(`select count(*) from ${table}`);
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return { pid: rows[0]?.pid ?? 0, end: () => client.end() };
}

/** Every right, policy and index, and the transaction that last wrote it. */
async function readRows(): Promise<unknown[]> {
  const { rows } = await owner.query(`
    select c.oid::regclass::text as name, c.xmin::text as by, c.relacl::text as rights,
      c.relforcerowsecurity as forced from pg_class c
    where c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
    union all
    select oid::regprocedure::text, xmin::text, proacl::text, null from pg_proc
    where pronamespace = 'public'::regnamespace order by 1`);
  return rows;
}

async function isForced(table: string): Promise<unknown> {
  const text = "select relforcerowsecurity as forced from pg_class where oid = $1::regclass";
  return (await owner.query<{ forced: boolean }>(text, [table])).rows[0]?.forced;
}

/** The same without the writing transaction, each right separately. */
async function held(): Promise<unknown[]> {
  const { rows } = await owner.query(`
    select c.oid::regclass::text as name, a.grantee, a.privilege_type, c.relforcerowsecurity as forced
    from pg_class c cross join lateral aclexplode(c.relacl) a
    where c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
    union all
    select attrelid::regclass || '.' || attname, a.grantee, a.privilege_type, null
    from pg_attribute cross join lateral aclexplode(attacl) a where attacl is not null
    union all
    select oid::regprocedure::text, a.grantee, a.privilege_type, null
    from pg_proc cross join lateral aclexplode(proacl) a
    where pronamespace = 'public'::regnamespace order by 1, 2, 3`);
  return rows;
}

describe("migrating while the service runs", () => {
  test("with nothing to do waits for no reader, keeps none waiting and writes nothing", async () => {
    const before = await readRows();
    expect(before.length).toBeGreaterThan(100);
    const open = await reader("records");
    let slowestMs = 0;
    let reads = 0;
    const migrated = { done: false };
    const reading = async (): Promise<void> => {
      const client = new Client({ connectionString: roleUrl(url, "connect_app", password) });
      await client.connect();
      do {
        const startedAt = performance.now();
        await client.query("select count(*) from records");
        slowestMs = Math.max(slowestMs, performance.now() - startedAt);
        reads += 1;
      } while (!migrated.done);
      await client.end();
    };
    const readings = reading();
    await migrate({ url, passwords, steps: onlineSteps, patience });
    migrated.done = true;
    await readings;
    await open.end();
    expect(reads).toBeGreaterThan(10);
    expect(slowestMs).toBeLessThan(1_000);
    expect(await readRows()).toEqual(before);
  });

  test("gives up on a table that somebody holds, names them, and leaves everything as it was", async () => {
    await owner.query("alter table records no force row level security");
    const before = await readRows();
    const open = await reader("records");
    const { pid } = open;
    await expect(migrate({ url, passwords, patience })).rejects.toThrow(
      new RegExp(
        `^Gave up after 3 tries of 0.15 s: process ${pid} of connect_worker.* holds records$`,
      ),
    );
    expect(await readRows()).toEqual(before);
    await open.end();
    expect(await isForced("records")).toBe(false);
    await migrate({ url, passwords, patience });
    expect(await isForced("records")).toBe(true);
  });

  test("is tried again, and succeeds once the table is released", async () => {
    await owner.query("alter table records no force row level security");
    const open = await reader("records");
    const migrating = migrate({ url, passwords, patience: { ...patience, tries: 100 } });
    const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock'";
    while ((await owner.query(waiting)).rowCount === 0);
    expect(await isForced("records")).toBe(false);
    await open.end();
    await migrating;
    expect(await isForced("records")).toBe(true);
  });

  test("repairs every right that differs, including those of columns", async () => {
    const before = await held();
    await owner.query(`
      revoke select on records from connect_app; grant delete on audit to connect_app;
      grant select on auth.jwks to connect_app; grant truncate on operations to public;
      revoke usage on schema auth from connect_app;
      grant select on audit_default to connect_worker;
      grant execute on function maintain_audit_partitions(timestamptz, integer) to public`);
    expect(await held()).not.toEqual(before);
    await migrate({ url, passwords, patience });
    expect(await held()).toEqual(before);
    const keys = "select id, public_key, expires_at from auth.jwks";
    expect(await asOwner(roleUrl(url, "connect_app", password), keys)).toEqual([]);
  });
});

function noting(): { begun: string[]; progress: StepProgress } {
  const begun: string[] = [];
  return { begun, progress: (name, work) => (begun.push(name), work()) };
}

const atOnce = (work: () => Promise<void>) => work();

const indexesOf = (table: string) =>
  `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
   from pg_index where indrelid = '${table}'::regclass order by 1`;

describe("an online step", () => {
  const stepOf = async (name: string) =>
    (
      await owner.query(
        "select cursor, rows::int, finished from drizzle.online_steps where name = $1",
        [name],
      )
    ).rows[0];

  test("is done once by a migration, after those of the release", async () => {
    const run = concurrentIndex("records_by_job", "records (job_id)");
    const steps = [...onlineSteps, { name: "by_job", run }];
    const { begun, progress } = noting();
    await migrate({ url, passwords, steps, progress });
    await migrate({ url, passwords, steps, progress });
    expect(begun).toEqual(["by_job"]);
    expect((await owner.query(indexesOf("records"))).rows).toContainEqual({
      name: "records_by_job",
      definition: expect.stringContaining("(job_id)") as string,
    });
    await owner.query("drop index records_by_job");
  });

  test("rebuilds an index that an earlier try left invalid", async () => {
    await owner.query("create table twice (n int); insert into twice values (1), (1)");
    const index = "create unique index concurrently twice_n on public.twice (n)";
    await expect(owner.query(index)).rejects.toThrow("could not create unique index");
    const run = concurrentIndex("twice_n", "twice (n)");
    await runOnlineSteps(owner, [{ name: "index", run }], noting().progress, atOnce);
    const valid = "select indisvalid as valid from pg_index where indexrelid = 'twice_n'::regclass";
    expect((await owner.query(valid)).rows).toEqual([{ valid: true }]);
  });

  test("continues where a killed one was, saving its position with each batch", async () => {
    await owner.query("create table many as select n, 0 as times from generate_series(1, 12000) n");
    const batch = `
      with chosen as (select n from many where n > coalesce($1::text, '0')::int order by n limit $2),
      changed as (update many set times = times + 1 where n in (select n from chosen) returning n)
      select max(n)::text as cursor, count(*)::int as rows from changed`;
    const name = "backfill";
    const dies = {
      name,
      run: (step: Parameters<ReturnType<typeof backfill>>[0]) => {
        let saved = 0;
        const save: typeof step.save = async (cursor, rows) => {
          saved += 1;
          if (saved === 2) throw new Error("killed");
          await step.save(cursor, rows);
        };
        return backfill(batch)({ ...step, save });
      },
    };
    await expect(runOnlineSteps(owner, [dies], noting().progress, atOnce)).rejects.toThrow(
      "killed",
    );
    expect(await stepOf(name)).toEqual({ cursor: "5000", rows: 5_000, finished: false });
    const { begun, progress } = noting();
    const again = { name, run: backfill(batch) };
    await runOnlineSteps(owner, [again], progress, atOnce);
    expect(begun).toEqual([name]);
    expect(await stepOf(name)).toEqual({ cursor: "12000", rows: 12_000, finished: true });
    const { rows } = await owner.query("select distinct times from many");
    expect(rows).toEqual([{ times: 1 }]);
  });

  test("validates what a migration added as not valid", async () => {
    await owner.query(`create table checked (n int); insert into checked values (1);
      alter table checked add constraint positive check (n > 0) not valid`);
    const run = validatedConstraint("checked", "positive");
    await runOnlineSteps(owner, [{ name: "constraint", run }], noting().progress, atOnce);
    const valid = "select convalidated as valid from pg_constraint where conname = 'positive'";
    expect((await owner.query(valid)).rows).toEqual([{ valid: true }]);
  });

  test("reorders a unique constraint, and never allows duplicate rows", async () => {
    await owner.query(`create table pairs (a int, b int, constraint pairs_once unique (a, b));
      insert into pairs values (1, 2)`);
    const insertAlike = () => owner.query("insert into pairs values (1, 2)");
    const run = reorderedUnique("pairs", "pairs_once", "b, a");
    const steps = [{ name: "unique", run }];
    const blocked = () => Promise.reject(new Error("blocked"));
    const ended = runOnlineSteps(owner, steps, noting().progress, blocked);
    await expect(ended).rejects.toThrow("blocked");
    await expect(insertAlike()).rejects.toThrow("duplicate key");
    await runOnlineSteps(owner, steps, noting().progress, atOnce);
    await expect(insertAlike()).rejects.toThrow('"pairs_once"');
    const turned = (await owner.query(indexesOf("pairs"))).rows;
    expect(turned).toHaveLength(1);
    expect(turned[0]).toMatchObject({ definition: expect.stringContaining("(b, a)") });
    // As after a run that died before it was marked finished.
    await owner.query("update drizzle.online_steps set finished = false where name = 'unique'");
    await runOnlineSteps(owner, steps, noting().progress, blocked);
    expect((await owner.query(indexesOf("pairs"))).rows).toEqual(turned);
  });

  test("on a busy table gives up when somebody holds it, and continues the next time", async () => {
    const busy = await server.database("busy");
    await migrate({ url: busy.url, passwords, steps: onlineSteps });
    const asIs = () => asOwner(busy.url, indexesOf("webhook_deliveries"));
    const before = await asIs();
    const run = reorderedUnique(
      "webhook_deliveries",
      "webhook_deliveries_once",
      "endpoint_id, event_id",
    );
    const steps = [...onlineSteps, { name: "reordered", run }];
    const open = await reader("webhook_deliveries", busy.url);
    const migrating = migrate({ url: busy.url, passwords, steps, patience });
    await expect(migrating).rejects.toThrow(/holds webhook_deliveries$/);
    expect(await asIs()).toHaveLength(before.length + 1);
    await open.end();
    await migrate({ url: busy.url, passwords, steps, patience });
    const indexes = await asIs();
    expect(indexes).toHaveLength(before.length);
    expect(indexes).toContainEqual({
      name: "webhook_deliveries_once",
      definition: expect.stringMatching(/UNIQUE INDEX .*\(endpoint_id, event_id\)/) as string,
    });
  });
});
