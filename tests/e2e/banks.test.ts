import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMonths, periodoOf } from "#lib/chile/index.ts";
import { lazyConnectors } from "#lib/tools/lazy-connectors.ts";
import type { Answered } from "#tests/support/scenes/api.ts";
import { startTestLocal, type TestLocal } from "#tests/support/scenes/start-test-local.ts";
import { apartFromReading } from "#tests/support/portals/movements.ts";

let local: TestLocal;
beforeAll(async () => {
  local = await startTestLocal();
});
afterAll(() => local.close());

const current = periodoOf(new Date());
const months = [current, addMonths(current, -1), addMonths(current, -2)];
const banks = lazyConnectors.flatMap(({ manifest: { id, kind } }) => (kind === "bank" ? [id] : []));
test("every bank is tried here", () => expect(banks.length).toBeGreaterThanOrEqual(6));

type Row = Record<string, unknown>;

/** Keeps to its key's rate, as a client would: a fast machine would ask more in a minute. */
async function patiently(ask: () => Promise<Answered>): Promise<Answered> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 429) return answer;
    const seconds = Number(answer.headers.get("retry-after"));
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

const call = (tool: string, input: Row) => patiently(() => local.call(tool, input));

async function sync(bank: string, periodo: string): Promise<Row> {
  const { body } = await call(`${bank}.conexion.sincronizar`, { periodo });
  const jobId = body.data?.["jobId"];
  if (typeof jobId !== "string") throw new Error(`no job: ${JSON.stringify(body)}`);
  return follow(jobId);
}

/** Follows the job to its end, as a client would. */
async function follow(jobId: string): Promise<Row> {
  for (const until = performance.now() + 120_000; performance.now() < until;) {
    const { body } = await patiently(() => local.get(`/v1/syncs/${jobId}`));
    const status = body.data?.["status"];
    if (status !== "queued" && status !== "running") return body.data ?? { ...body };
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`${jobId} did not end`);
}

async function page(tool: string, input: Row) {
  const { body } = await call(tool, input);
  const [list = ""] = Object.keys(body.data ?? {}).filter((key) => Array.isArray(body.data?.[key]));
  return { rows: body.data?.[list] as Row[], cursor: body.data?.["cursor"] as string | null };
}

async function readAll(tool: string, input: Row, limit: number): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const next = await page(tool, { ...input, limit, ...(cursor !== null && { cursor }) });
    rows.push(...next.rows);
    cursor = next.cursor;
  } while (cursor !== null);
  return rows;
}

async function truthOf(bank: string, periodo: string): Promise<Row[]> {
  const { rows } = await local.control<{ rows: Row[] }>(
    "GET",
    `/portals/${bank}/truth?resource=movimientos&periodo=${periodo}&rut=76555835-2`,
  );
  return rows;
}

const ofTruth = (row: Row): string => {
  const cargo = Number(row["cargo"]);
  const abono = Number(row["abono"]);
  const type = cargo === 0 && abono !== 0 ? "debit" : "credit";
  return JSON.stringify([row["cuenta"], row["fecha"], type, cargo + abono]);
};
const ofStored = (row: Row): string =>
  JSON.stringify([row["numeroCuenta"], row["fecha"], row["type"], row["monto"]]);

/** A December day of banco_d has more rows than it ever shows: banco-d-rows.test.ts covers that. */
const isShownWhole = (bank: string, periodo: string) =>
  bank !== "banco_d" || !periodo.endsWith("-12");

describe.each(banks)("%s", (bank) => {
  test("three months are read as the bank has them, and pages of 1, 7 and 500 agree while a sync writes", async () => {
    for (const periodo of months) {
      expect(await sync(bank, periodo)).toMatchObject({ status: "succeeded" });
    }
    const tool = `${bank}.movimientos.consultar`;
    for (const periodo of months.filter((month) => isShownWhole(bank, month))) {
      const truth = await truthOf(bank, periodo);
      const stored = await readAll(tool, { periodo }, 500);
      expect(truth.length).toBeGreaterThan(0);
      expect(stored.map(ofStored).toSorted()).toEqual(truth.map(ofTruth).toSorted());
      const days = stored.map((row) => String(row["fecha"]));
      expect(days).toEqual(days.toSorted().toReversed());
    }

    const [, last = current] = months;
    const whole = await readAll(tool, { periodo: last }, 500);
    const same = (rows: Row[], expected: Row[]) =>
      expect(rows.map(apartFromReading)).toEqual(expected.map(apartFromReading));
    const writing = sync(bank, last);
    same(await readAll(tool, { periodo: last }, 7), whole);
    const single = await page(tool, { periodo: last, limit: 1 });
    same(single.rows, whole.slice(0, 1));
    const second = await page(tool, { periodo: last, limit: 1, cursor: single.cursor });
    same(second.rows, whole.slice(1, 2));
    expect(await writing).toMatchObject({ status: "succeeded" });
    same(await readAll(tool, { periodo: last }, 500), whole);
  });

  test("its balances are snapshots of today, one per account", async () => {
    const rows = await readAll(`${bank}.saldos.consultar`, {}, 500);
    expect(rows).toHaveLength(3);
    expect(new Set(rows.map((row) => row["numeroCuenta"])).size).toBe(3);
    for (const row of rows) expect(row).not.toHaveProperty("type");
  });

  test("one login and one logout per job, never two sessions at once", async () => {
    const log = await local.control<Record<string, number>>("GET", `/portals/${bank}/log`);
    expect(log).toMatchObject({ logins: 4, logouts: 4, failed_logins: 0, max_sessions: 1 });
  });
});
