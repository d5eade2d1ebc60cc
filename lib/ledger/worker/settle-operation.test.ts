import { afterAll, beforeAll, expect, test } from "vitest";
import { withSystemTx } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { plantRow } from "#tests/support/databases/row-security-tables.ts";
import { measuringLog } from "#tests/support/log.ts";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import type { Outcome, SynchronousTerms } from "../act.ts";
import { type OperationRow, operations } from "../ledger.sql.ts";
import { releaseOperation } from "../operation/change-operation.ts";
import { settleInTx } from "./settle-operation.ts";

type SettlingTx = Parameters<typeof settleInTx>[0];

const { log, measured } = measuringLog();
let api: TestApi;
beforeAll(async () => {
  api = await testApi({ log });
  const { id } = await api.organization();
  await plantRow(api.database, { name: "operations", owner: "organization_id" }, id);
});
afterAll(() => api.close());

/** The operation in this state, and the transaction that is to settle it. */
async function settling(
  state: string,
  work: (tx: SettlingTx, row: OperationRow) => Promise<unknown>,
): Promise<unknown[]> {
  const before = measured("emission").length;
  const barrier = state === "running" ? null : api.clock.now();
  await api.database.owner("update operations set state = $1, barrier_at = $2", [state, barrier]);
  const { vault, secret } = api.deps;
  await withSystemTx(api.deps, async (tx) => {
    const [row] = await tx.db.orm.select().from(operations);
    if (row === undefined) throw new Error("no operation");
    await work({ ...tx, vault, secret }, row);
  });
  return measured("emission")
    .slice(before)
    .map(({ outcome, Emissions }) => [outcome, Emissions]);
}

const terms: SynchronousTerms = {
  kinds: ["dte"],
  answers: "outcome",
  words: {
    done: "hecho",
    refusals: { content: "upstream_error" },
    unknown: "timeout",
    overdue: "timeout",
    notFound: "tributario_emission_not_found",
    askCall: () => ({}),
  },
};
// Neither outcome below uses the order.
const order = { answer: () => ({}), folioOf: () => null };
const to = (outcome: Outcome) => (tx: SettlingTx, row: OperationRow) =>
  settleInTx(tx, { row, order, terms }, outcome);

test("an unknown outcome is counted when it becomes unknown, and not whenever it is asked for", async () => {
  expect(await settling("crossed", to({ kind: "unknown" }))).toEqual([["unknown", 1]]);
  expect(await settling("unknown", to({ kind: "unknown" }))).toEqual([]);
});

test("what was refused is unknown, and counted as that, once it is listed", async () => {
  const listed = to({ kind: "done", name: "120", prueba: "lista" });
  expect(await settling("rejected", listed)).toEqual([["unknown", 1]]);
  expect(await api.database.owner("select state, external_ref from operations")).toEqual([
    { state: "unknown", external_ref: null },
  ]);
});

test("a rejection is counted, and what is released only by the worker that held it", async () => {
  const rejected = to({ kind: "rejected", refusal: "content" });
  expect(await settling("crossed", rejected)).toEqual([["rejected", 1]]);
  const release = (token: number) => (tx: SettlingTx, row: OperationRow) =>
    releaseOperation(tx, terms, { id: row.id, token }, { error: new AppError("upstream_error") });
  expect(await settling("running", release(99))).toEqual([]);
  expect(await settling("running", (tx, row) => release(row.token)(tx, row))).toEqual([
    ["released", 1],
  ]);
});
