import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountsOf } from "../../generator/accounts.ts";
import { mainCompany } from "../../generator/companies.ts";
import { monthOf } from "../../generator/month.ts";
import { standaloneService } from "../../standalone.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { correctedMonth } from "./corrections.ts";

const [account] = accountsOf("banco_d", mainCompany, ["CLP", "CLP", "USD"]);
if (!account) throw new Error("no account");

interface Row {
  cuenta: string;
  fecha: string;
  ingreso: string;
  glosa: string;
  documento: string | null;
  cargo: number;
  abono: number;
  saldo: number;
}

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

async function truthOf(periodo: string, at = sandbox): Promise<Row[]> {
  const path = `/portals/banco_d/truth?resource=movimientos&periodo=${periodo}`;
  const { body } = await at.control<{ rows: Row[] }>("GET", path);
  return body.rows.filter(({ cuenta }) => cuenta === account?.number);
}

const add = (row: Partial<Row>, periodo: string) =>
  sandbox.control("POST", "/portals/banco_d/rows", {
    resource: "movimientos",
    periodo,
    rows: [row],
  });

describe("a month as banco_d records it", () => {
  test("contains wrong rows and their corrections, with the same day and document", () => {
    const rows = correctedMonth(account, "2026-10");
    const corrections = rows.filter(({ effect }) => effect !== undefined);
    expect(corrections.length).toBeGreaterThanOrEqual(2);
    expect(rows).toHaveLength(1450 + corrections.length);
    for (const right of corrections) {
      const wrong = rows[rows.indexOf(right) - 1];
      expect(wrong).toMatchObject({ day: right.day, document: right.document });
      expect([wrong?.amount, wrong?.text]).not.toEqual([right.amount, right.text]);
      expect(right.postedAt?.getTime()).toBeGreaterThan(right.at.getTime());
    }
    const words = corrections.map((right) => rows[rows.indexOf(right) - 1]?.text);
    expect(words).toContain("Movimiento por identificar");
    expect(words).toContain(undefined);
  });

  test("ends with the same balance as without them", () => {
    const sum = (rows: { effect?: number; direction: string; amount: number }[]) =>
      rows.reduce(
        (total, row) => total + (row.effect ?? (row.direction === "in" ? row.amount : -row.amount)),
        0,
      );
    for (const period of ["2026-04", "2026-07", "2026-10", "2026-08"]) {
      expect(correctedMonth(account, period).length).toBeGreaterThan(
        monthOf(account, period).length,
      );
      expect(sum(correctedMonth(account, period))).toBe(sum(monthOf(account, period)));
    }
  });

  test("leaves months unchanged whose size is the test case", () => {
    for (const period of ["2026-01", "2026-02", "2026-03", "2026-06", "2026-09", "2025-12"]) {
      expect(correctedMonth(account, period)).toEqual(monthOf(account, period));
    }
  });

  test("shows a correction only once the bank has recorded it", async () => {
    const right = correctedMonth(account, "2026-11").find(({ effect }) => effect !== undefined);
    expect(right?.postedAt).toBeInstanceOf(Date);
    const postedAt = right?.postedAt ?? new Date(0);
    const rowsAt = async (moment: number) => {
      const other = await startTestSandbox(standaloneService(new Date(moment)));
      const rows = await truthOf("2026-11", other);
      await other.close();
      return rows.filter(({ documento }) => documento === right?.document).length;
    };
    expect(await rowsAt(postedAt.getTime() - 60_000)).toBe(1);
    expect(await rowsAt(postedAt.getTime() + 60_000)).toBe(2);
  });
});

describe("an added row", () => {
  test("with the day and document of another row corrects it: both are listed, and the balance moves on", async () => {
    const period = "2026-08";
    const before = await truthOf(period);
    const wrong = before.find(
      ({ documento, cargo }) =>
        cargo > 1000 && before.filter((row) => row.documento === documento).length === 1,
    );
    if (!wrong) throw new Error("no charge with a document of its own");
    const { fecha, documento, glosa, cargo } = wrong;
    const { status } = await add({ fecha, documento, glosa, cargo: cargo - 1000 }, period);
    const after = await truthOf(period);
    expect(status).toBe(200);
    expect(after).toHaveLength(before.length + 1);
    expect(after.filter((row) => row.documento === documento)).toMatchObject([
      { cargo },
      { cargo: cargo - 1000, ingreso: expect.stringMatching(/^202611/) },
    ]);
    expect(after.at(-1)?.saldo).toBe((before.at(-1)?.saldo ?? 0) + 1000);
  });

  test("that is identical to another is a twin, and moves the balance by its amount", async () => {
    const period = "2026-05";
    const before = await truthOf(period);
    const original = before.find(({ documento, abono }) => documento !== null && abono > 0);
    if (!original) throw new Error("no deposit with a document");
    const { fecha, documento, glosa, abono } = original;
    await add({ fecha, documento, glosa, abono }, period);
    const after = await truthOf(period);
    expect(after.at(-1)?.saldo).toBe((before.at(-1)?.saldo ?? 0) + abono);
  });
});
