import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { releasedAnswers } from "#drizzle/online/0049-released-answers.ts";
import { withSystemTx } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { plantRow } from "#tests/support/databases/row-security-tables.ts";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import type { SynchronousTerms } from "../act.ts";
import { dropExpiredAnswers } from "../housekeeping.ts";
import { releaseOperation } from "./change-operation.ts";

// What a visit said of one that was given up is told to its caller, and kept no longer than any answer.

const dayMs = 86_400_000;

let api: TestApi;
let organization: string;
beforeAll(async () => {
  api = await testApi();
  organization = (await api.organization()).id;
});
afterAll(() => api.close());
beforeEach(() => api.database.owner("truncate operations cascade"));

const plant = (row: object): Promise<void> =>
  plantRow(api.database, { name: "operations", owner: "organization_id" }, organization, row);

const terms: SynchronousTerms = {
  kinds: ["dte"],
  answers: "outcome",
  words: {
    done: "hecho",
    refusals: {},
    unknown: "timeout",
    overdue: "timeout",
    notFound: "tributario_emission_not_found",
    askCall: () => ({}),
  },
};

async function withDetails(): Promise<unknown[]> {
  await dropExpiredAnswers(api.deps);
  const rows = await api.database.owner(
    "select id from operations where outcome is not null order by id",
  );
  return rows.map(({ id }) => id);
}

test("the details of one that was given up go 30 days later", async () => {
  await plant({ id: "a", state: "running", token: 1 });
  const given = { error: new AppError("upstream_error"), details: Buffer.from("sealed") };
  await withSystemTx(api.deps, (tx) => releaseOperation(tx, terms, { id: "a", token: 1 }, given));
  api.clock.advance(29 * dayMs);
  expect(await withDetails()).toEqual(["a"]);
  api.clock.advance(dayMs);
  expect(await withDetails()).toEqual([]);
});

test("what was asked for goes with the answer", async () => {
  const ends = api.clock.now();
  const kept = { asked: "\\x01", outcome: "\\x02", outcome_expires_at: ends };
  await plant({ id: "a", state: "emitted", barrier_at: ends, ...kept });
  expect(await withDetails()).toEqual([]);
  expect(await api.database.owner("select asked from operations")).toEqual([{ asked: null }]);
});

test("those of before have that term too, and nothing else gets one", async () => {
  const now = api.clock.now().getTime();
  const ended = { outcome: "\\x01", finished_at: new Date(now - 20 * dayMs) };
  const released = { state: "released", ...ended };
  await plant({ id: "a", ...released });
  await plant({ id: "b", ...released, finished_at: new Date(now - 31 * dayMs) });
  await plant({ id: "c", ...released, outcome: null });
  await plant({ id: "d", ...ended, state: "emitted", barrier_at: new Date(now) });
  const { pathname } = new URL(api.database.url);
  const { href } = Object.assign(new URL(inject("postgres").serverUrl), { pathname });
  const client = new Client({ connectionString: href });
  await client.connect();
  const saved: number[] = [];
  await releasedAnswers.run({
    client,
    cursor: null,
    save: async (_cursor, rows) => void saved.push(rows),
    untilUnblocked: (work) => work(),
  });
  await client.end();
  expect(saved).toEqual([2]);
  const without = "select id from operations where outcome_expires_at is null order by id";
  expect(await api.database.owner(without)).toEqual([{ id: "c" }, { id: "d" }]);
  expect(await withDetails()).toEqual(["a", "d"]);
});
