import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
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
  await plant({ id: "a", state: "done", barrier_at: ends, ...kept });
  expect(await withDetails()).toEqual([]);
  expect(await api.database.owner("select asked from operations")).toEqual([{ asked: null }]);
});
