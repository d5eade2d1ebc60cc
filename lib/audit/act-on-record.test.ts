import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actors } from "#lib/db/actors.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { repeatUndone } from "#lib/db/failures.ts";
import { useForm } from "#lib/identity/people/index.ts";
import { logDone } from "#lib/kernel/done-acts.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { readableLog } from "#tests/support/log.ts";
import { peopleScene } from "#tests/support/scenes/people.ts";
import { actBetweenRows, actOnRecord, refusalOnRecord, type RecordedAct } from "./act-on-record.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

async function actScene(): Promise<{
  ctx: Context;
  act: RecordedAct;
  outcomes(): Promise<unknown[]>;
}> {
  const { ctx } = await peopleScene(database);
  const requestId = newId("req", ctx.clock.now());
  const act: RecordedAct = {
    organizationId: ctx.organization.id,
    actor: actors.member("usr_ana"),
    requestId,
    operation: "dashboard.test",
    source: null,
  };
  const outcomes = async (): Promise<unknown[]> => {
    const text = "select outcome, http_status from audit where request_id = $1";
    return database.owner(text, [requestId]);
  };
  return { ctx, act, outcomes };
}

/** What the database does to one of two transactions that wait for each other. */
const losing = sql`do $$ begin raise exception using errcode = '40P01'; end $$`;

test.each([
  ["as it is", <T>(work: () => Promise<T>) => work()],
  ["that repeats itself alone", repeatUndone],
] as const)("an act that lost a deadlock is repeated as a whole: a verb %s", async (_, around) => {
  const { ctx, act, outcomes } = await actScene();
  let tries = 0;
  const done = await actOnRecord(ctx, act, async (own) => {
    const wasFree = await withTx(own, (tx) => useForm(tx, act.requestId));
    tries += 1;
    const isFirst = tries === 1;
    await around(() =>
      withTx(own, async ({ db }) => {
        if (isFirst) await db.orm.execute(losing);
      }),
    );
    return { value: wasFree, httpStatus: 303 };
  });
  expect([done, tries]).toEqual([true, 2]);
  expect(await outcomes()).toEqual([{ outcome: "ok", http_status: 303 }]);
});

test("an act that keeps losing deadlocks is rolled back, and recorded with its real code", async () => {
  const { ctx, act, outcomes } = await actScene();
  const doomed = actOnRecord(ctx, act, (own) =>
    withTx(own, async (tx) => {
      await useForm(tx, act.requestId);
      await tx.db.orm.execute(losing);
      return { value: null, httpStatus: 303 };
    }),
  );
  await expect(doomed).rejects.toThrow();
  expect(await outcomes()).toEqual([{ outcome: "service_unavailable", http_status: 503 }]);
  expect(await withTx(ctx, (tx) => useForm(tx, act.requestId))).toBe(true);
});

test("an act that ends with a refusal is rolled back, and recorded as refused", async () => {
  const { ctx, act, outcomes } = await actScene();
  const page = await actOnRecord(ctx, act, async (own) => {
    await withTx(own, (tx) => useForm(tx, act.requestId));
    return { value: "again", httpStatus: 422 };
  });
  expect(page).toBe("again");
  expect(await outcomes()).toEqual([{ outcome: "refused", http_status: 422 }]);
  expect(await withTx(ctx, (tx) => useForm(tx, act.requestId))).toBe(true);
});

describe("what an act logs", () => {
  const revoked = { act: "key.revoked", subject: "key_1" } as const;
  const sayDone = async (own: Context, number: string): Promise<void> => {
    await withTx(own, async (tx) => useForm(tx, number));
    logDone(own.log, revoked);
  };
  const countOf = (event: string, lines: readonly string[]): number =>
    lines.filter((line) => line.includes(event)).length;
  const doneIn = (lines: readonly string[]): number => countOf("act.done", lines);

  test("is logged once, on commit, and anything later at once", async () => {
    const { ctx, act } = await actScene();
    const { log, lines } = readableLog();
    let tries = 0;
    const inside = await actOnRecord({ ...ctx, log }, act, async (own) => {
      await sayDone(own, act.requestId);
      tries += 1;
      if (tries === 1) await withTx(own, ({ db }) => db.orm.execute(losing));
      expect(doneIn(lines)).toBe(0);
      return { value: own.log, httpStatus: 303 };
    });
    expect([tries, doneIn(lines), countOf("act.begun", lines)]).toEqual([2, 1, 1]);
    inside.info("later");
    expect(lines.join()).toContain("later");
  });

  test.each(["is refused", "fails", "is not committed"])(
    "is not logged by one that %s",
    async (way) => {
      const { ctx, act } = await actScene();
      const { log, lines } = readableLog();
      const transaction: typeof ctx.db.transaction = (scope, work) =>
        ctx.db.transaction(scope, async (queries) => {
          const value = await work(queries);
          if (way === "is not committed") throw new AppError("service_unavailable");
          return value;
        });
      const run: typeof ctx.db.run = (...given) => ctx.db.run(...given);
      const db = { ...ctx.db, run, transaction };
      const ended = actOnRecord({ ...ctx, log, db }, act, async (own) => {
        await sayDone(own, act.requestId);
        if (way === "fails") throw new AppError("forbidden");
        return { value: null, httpStatus: way === "is refused" ? 422 : 303 };
      });
      if (way === "is refused") await ended;
      else await expect(ended).rejects.toThrow();
      expect(doneIn(lines)).toBe(0);
      // If the commit's answer is lost, it may have been done.
      expect(countOf("act.begun", lines)).toBe(way === "is not committed" ? 1 : 0);
      expect(await withTx(ctx, (tx) => useForm(tx, act.requestId))).toBe(true);
    },
  );
});

type OnRecord = (ctx: Context, act: RecordedAct, work: () => Promise<never>) => Promise<unknown>;

test.each<[how: string, onRecord: OnRecord]>([
  ["within", actOnRecord],
  ["by itself", refusalOnRecord],
  ["around", actBetweenRows],
])(
  "an act recorded %s that failed is reported as failed even if its row cannot be written",
  async (_, on) => {
    const { ctx, act, outcomes } = await actScene();
    const { log, lines } = readableLog();
    let isDown = false;
    const run: typeof ctx.db.run = (...given) =>
      isDown ? Promise.reject(new AppError("service_unavailable")) : ctx.db.run(...given);
    const transaction: typeof ctx.db.transaction = (...given) => ctx.db.transaction(...given);
    const failed = new AppError("forbidden");
    const doomed = on({ ...ctx, log, db: { ...ctx.db, run, transaction } }, act, () => {
      isDown = true;
      return Promise.reject(failed);
    });
    await expect(doomed).rejects.toBe(failed);
    expect(lines.join()).toMatch(/act\.not_recorded.*forbidden/);
    expect(await outcomes()).not.toContainEqual({ outcome: "forbidden", http_status: 403 });
  },
);
