import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  drivers,
  testDatabase,
  type TestDatabase,
} from "#tests/support/databases/test-database.ts";
import { readableLog } from "#tests/support/log.ts";
import { driverOf, openDatabase } from "./client.ts";
import type { Statement } from "./database.ts";
import { sqlState } from "./failures.ts";

test.each([
  ["postgres://u:p@ep-a-b-1234.us-east-2.aws.neon.tech/db", "neon"],
  ["postgresql://u:p@ep-a-b-1234-pooler.sa-east-1.aws.neon.tech/db?sslmode=require", "neon"],
  ["postgres://u:p@127.0.0.1:5432/db", "pg"],
  ["postgres://u:p@neon.tech.example.org/db", "pg"],
  ["postgres://u:neon.tech@db.internal/neon.tech", "pg"],
])("%s uses the driver %s", (url, driver) => expect(driverOf(url)).toBe(driver));

const own = "org_00000000000000000000000001";

function statement(text: string, repeatable = false): Statement {
  return { name: `client_${createHash("md5").update(text).digest("hex")}`, text, repeatable };
}

describe.each(drivers)("by the driver %s", (driver) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase({ driver });
    await database.owner(`create table notes (id integer primary key, body text)`);
    await database.owner("grant all on notes to connect_worker");
  });
  afterAll(() => database.close());

  const notes = () => database.owner("select id, body from notes order by id");
  const insert = statement("insert into notes values ($1, $2)");

  test("values of every kind are read back as written", async () => {
    const given = {
      text: "ñandú \u{1f600} \\ ' \" {a,b}",
      whole: 42,
      amount: 1234.5,
      yes: true,
      at: new Date("2027-01-01T00:00:00.123Z"),
      list: ["a", 'b "c"', "{d}", "e,f", ""],
      json: { a: [1, null, { b: "ñ" }] },
      bytes: Buffer.from([0, 1, 2, 254, 255]),
      nothing: null,
    };
    const [row] = await database.db.run<typeof given>(
      statement(`select $1::text as text, $2::int as whole, $3::float8 as amount, $4::bool as yes,
        $5::timestamptz(3) as at, $6::text[] as list, $7::jsonb as json, $8::bytea as bytes,
        $9::text as nothing`),
      Object.values(given),
    );
    expect({ ...row, bytes: Buffer.from(row?.bytes ?? []) }).toEqual(given);
  });

  test("a transaction commits all its work, by statements and by the query builder", async () => {
    const answer = await database.db.transaction(own, async (db) => {
      await db.run(insert, [1, "uno"]);
      await db.orm.execute(sql`insert into notes values (2, 'dos')`);
      return "done";
    });
    expect(answer).toBe("done");
    expect(await notes()).toEqual([
      { id: 1, body: "uno" },
      { id: 2, body: "dos" },
    ]);
  });

  test("a transaction that fails leaves nothing, and its connection can be used again", async () => {
    const before = await notes();
    const boom = new Error("boom");
    const failed = database.db.transaction(own, async (db) => {
      await db.run(insert, [3, "tres"]);
      throw boom;
    });
    await expect(failed).rejects.toBe(boom);
    const refused = database.db.transaction(own, async (db) => {
      await db.run(insert, [4, "cuatro"]);
      await db.run(insert, [1, "again"]);
    });
    expect(await refused.catch(sqlState)).toBe("23505");
    expect(await notes()).toEqual(before);
    expect(await database.db.run(statement("select 1 as one"), [])).toEqual([{ one: 1 }]);
  });

  test("a transaction acts for its organization, and the setting ends with it", async () => {
    const current = statement("select nullif(current_setting('app.org_id', true), '') as org");
    const one = await testDatabase({ driver, max: 1 });
    try {
      expect(await one.db.transaction(own, (db) => db.run(current, []))).toEqual([{ org: own }]);
      expect(await one.db.transaction("*", (db) => db.run(current, []))).toEqual([{ org: "*" }]);
      expect(await one.db.run(current, [])).toEqual([{ org: null }]);
    } finally {
      await one.close();
    }
  });

  test("a transaction may have its rows found by index, and the setting ends with it", async () => {
    const sorts = statement(
      "select current_setting('enable_sort') as sorts, current_setting('plan_cache_mode') as plans",
    );
    const usual = [{ sorts: "on", plans: "auto" }];
    const one = await testDatabase({ driver, max: 1 });
    try {
      const asked = one.db.transaction(own, (db) => db.run(sorts, []), "by_index");
      expect(await asked).toEqual([{ sorts: "off", plans: "force_generic_plan" }]);
      expect(await one.db.transaction(own, (db) => db.run(sorts, []))).toEqual(usual);
      expect(await one.db.run(sorts, [])).toEqual(usual);
    } finally {
      await one.close();
    }
  });

  test("a hundred callers share ten connections", async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        database.db.run<{ n: number }>(statement("select $1::int as n"), [n]),
      ),
    );
    expect(answers.map(([row]) => row?.n)).toEqual(Array.from({ length: 100 }, (_, n) => n));
    const [open] = await database.owner(
      "select count(*)::int as open from pg_stat_activity where usename = 'connect_worker' and datname = current_database()",
    );
    expect(open?.["open"]).toBeLessThanOrEqual(10);
  });

  const killAll = () =>
    database.owner(`select pg_terminate_backend(pid) from pg_stat_activity
      where usename = 'connect_worker' and datname = current_database()`);

  test("a connection that is cut in the middle of a transaction takes its work along", async () => {
    const before = await notes();
    const cut = database.db.transaction(own, async (db) => {
      await db.run(insert, [5, "cinco"]);
      await killAll();
      await db.run(insert, [6, "seis"]);
    });
    await expect(cut).rejects.toMatchObject({ code: "service_unavailable" });
    expect(await notes()).toEqual(before);
    expect(await database.db.run(statement("select 1 as one"), [])).toEqual([{ one: 1 }]);
  });

  test("idle connections that are cut are replaced without callers noticing", async () => {
    const one = statement("select 1 as one", true);
    for (let n = 0; n < 5; n++) {
      await Promise.all(Array.from({ length: 10 }, () => database.db.run(one, [])));
      await killAll();
      expect(await database.db.run(one, [])).toEqual([{ one: 1 }]);
      await Promise.all(Array.from({ length: 10 }, () => database.db.run(one, [])));
      await killAll();
      expect(await database.db.transaction(own, (db) => db.run(one, []))).toEqual([{ one: 1 }]);
    }
  });

  test("so are those of the query builder, for reading, writing and transactions", async () => {
    const { orm } = database.db;
    const add = (id: number) => sql`insert into notes values (${id}, 'tras el corte')`;
    const open = () => Promise.all(Array.from({ length: 10 }, () => orm.execute(sql`select 1`)));
    for (let n = 0; n < 3; n++) {
      await open();
      await killAll();
      await orm.execute(sql`select 1`);
      await open();
      await killAll();
      await orm.execute(add(100 + n));
      await open();
      await killAll();
      await orm.transaction((tx) => tx.execute(add(200 + n)));
    }
    expect((await notes()).filter(({ body }) => body === "tras el corte")).toHaveLength(6);
  });

  test("a statement whose connection dies is repeated once, and only if that is safe", async () => {
    await database.owner("grant pg_signal_backend to connect_worker");
    for (const repeatable of [true, false]) {
      const tries = `tries_${repeatable}`;
      await database.owner(`create sequence ${tries}; grant usage on ${tries} to connect_worker`);
      // Ends its own connection the first time.
      const dying = statement(
        `select case when nextval('${tries}') = 1 then pg_terminate_backend(pg_backend_pid())
         else true end as survived`,
        repeatable,
      );
      const outcome = await database.db.run(dying, []).catch((error: unknown) => error);
      expect(outcome).toMatchObject(
        repeatable ? [{ survived: true }] : { code: "service_unavailable" },
      );
      const [sent] = await database.owner(`select last_value::int as sent from ${tries}`);
      expect(sent).toEqual({ sent: repeatable ? 2 : 1 });
    }
  });

  test("a connection that has stayed with a copy, and takes no writes, is not used again", async () => {
    const one = await testDatabase({ driver, max: 1 });
    const { db } = one;
    const writes: ((id: number) => Promise<unknown>)[] = [
      (id) => db.transaction(own, (queries) => queries.run(insert, [id, "uno"])),
      (id) => db.run(insert, [id, "uno"]),
      (id) => db.orm.execute(sql`insert into notes values (${id}, 'uno')`),
    ];
    try {
      await one.owner("create table notes (id integer primary key, body text)");
      await one.owner("grant all on notes to connect_worker");
      for (const [id, write] of writes.entries()) {
        await db.orm.execute(sql`set default_transaction_read_only = on`);
        expect(sqlState(await write(id).catch((error: unknown) => error)), `${id}`).toBe("25006");
        await write(id);
      }
      expect(await one.owner("select id from notes")).toHaveLength(writes.length);
    } finally {
      await one.close();
    }
  });

  test("a missing database is service_unavailable, with the cause only for the log", async () => {
    const { log } = readableLog();
    const nowhere = await openDatabase({
      url: "postgres://u:p@127.0.0.1:9/db",
      max: 1,
      log,
      driver,
    });
    const failure = await nowhere.run(statement("select 1"), []).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "service_unavailable", details: null });
    await expect(nowhere.transaction(own, async () => 1)).rejects.toMatchObject({
      code: "service_unavailable",
    });
    await nowhere.close();
  });
});
