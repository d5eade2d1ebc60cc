import { describe, expect, test } from "vitest";
import type { AlcanceReading, NewRecord } from "#lib/contract/index.ts";
import { describeBankRules } from "#tests/support/portals/bank-rules.ts";
import { rewritingProxy } from "#tests/support/servers/rewriting-proxy.ts";
import {
  bankScene,
  inPortalWords,
  month,
  only,
  sorted,
  type TruthRow,
} from "#tests/support/scenes/bank-scene.ts";

const bank = bankScene("banco_d");
const now = month("2026-11");

const words = [
  "cuenta",
  "fecha",
  "glosa",
  "documento",
  "cargo",
  "abono",
  "moneda",
  "saldo",
  "ingreso",
];

function told(record: NewRecord): TruthRow {
  const { saldoContable, ingreso } = record.payload;
  const written = String(ingreso).replaceAll("-", "").replace("T", " ");
  return { ...inPortalWords(record), saldo: Number(saldoContable), ingreso: written };
}

/** Same account, day, document and side as another row, but recorded later. */
function corrects(row: TruthRow, other: TruthRow): boolean {
  const same = ["cuenta", "fecha", "documento"].every((name) => row[name] === other[name]);
  const side = Number(row["cargo"]) > 0 === Number(other["cargo"]) > 0;
  return (
    same && side && row["documento"] !== null && String(row["ingreso"]) > String(other["ingreso"])
  );
}

function signed(row: TruthRow): number {
  return Number(row["abono"] ?? 0) - Number(row["cargo"] ?? 0);
}

function movements(reading: AlcanceReading): NewRecord[] {
  return bank.records(reading, "movimientos");
}

function current(reading: AlcanceReading): NewRecord[] {
  return bank.records(reading, "movimientos_vigentes");
}

describe("a good login", () => {
  // 999, exactly 1,000 next to none, 1,450 in halves, and a month still running.
  test("reads months of three accounts as the bank has them", async () => {
    const driver = await bank.enter();
    for (const [periodo, ofFirst] of [
      ["2026-06", 999],
      ["2026-09", 1_000],
      ["2026-10", 1_453],
      ["2026-11", null],
    ] as const) {
      const reading = await driver.read("movimientos", month(periodo));
      const truth = only(await bank.truth("movimientos", periodo), words);
      const rows = movements(reading);
      expect(rows.length).toBeGreaterThan(100);
      expect(sorted(rows.map(told))).toEqual(sorted(truth));
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      expect(reading).toMatchObject({ incompletos: 0, completo: true });
      expect(Object.values(reading.completoPorCuenta ?? {})).toEqual([true, true, true]);
      const [first] = bank.records(reading, "cuentas");
      const counted = rows.filter(({ account }) => account === first?.id).length;
      expect(counted).toBe(ofFirst ?? counted);
    }
    await driver.logout();
    expect(await bank.log()).toMatchObject({ logins: 1, logouts: 1, max_sessions: 1 });
  }, 60_000);

  test("a day of over 1,000 rows is known to be cut, and the other accounts to be complete", async () => {
    const driver = await bank.enter();
    const december = month("2025-12");
    const reading = await driver.read("movimientos", december);
    const truth = only(await bank.truth("movimientos", "2025-12"), words);
    const [first = "", second = "", third = ""] = bank
      .records(reading, "cuentas")
      .map(({ id }) => id);
    expect(reading.completo).toBe(false);
    expect(reading.incompletos).toBe(0);
    expect(reading.completoPorCuenta).toEqual({ [first]: false, [second]: true, [third]: true });
    expect(reading.cortadas).toEqual([first]);
    const read = new Set(sorted(movements(reading).map(told)));
    const missing = truth.filter((row) => !sorted([row]).every((text) => read.has(text)));
    expect(missing.length).toBeGreaterThan(0);
    expect(new Set(missing.map(({ cuenta, fecha }) => `${cuenta} ${fecha}`))).toEqual(
      new Set([`${first} 2025-12-20`]),
    );
    await driver.logout();
  }, 60_000);

  test("a correction is stored next to the row it corrects, and is the one that counts", async () => {
    const driver = await bank.enter();
    const reading = await driver.read("movimientos", month("2026-10"));
    const truth = only(await bank.truth("movimientos", "2026-10"), words);
    const old = truth.filter((row) => truth.some((other) => corrects(other, row)));
    expect(old.length).toBeGreaterThanOrEqual(3);

    const counting = new Set(current(reading).map(({ payload }) => payload["id"]));
    const corrected = movements(reading).filter(({ id }) => !counting.has(id));
    expect(sorted(corrected.map(told))).toEqual(sorted(old));
    expect(current(reading)).toHaveLength(truth.length - old.length);
    for (const record of corrected) {
      const valid = current(reading).filter((other) => corrects(told(other), told(record)));
      expect(valid).toHaveLength(1);
      const { id } = valid[0]?.payload ?? {};
      expect(readInstant(reading, id)).toBeGreaterThan(readInstant(reading, record.id));
    }
    // Exactly the rows that count lead from the opening balance to the closing one.
    for (const cuenta of new Set(truth.map((row) => row["cuenta"]))) {
      const rows = truth.filter((row) => row["cuenta"] === cuenta);
      const counted = current(reading).filter(({ account }) => account === cuenta);
      const moved = counted.map(told).reduce((sum, row) => sum + signed(row), 0);
      const opening = Number(rows[0]?.["saldo"]) - signed(rows[0] ?? {});
      expect(Math.round(opening + moved)).toBe(Math.round(Number(rows.at(-1)?.["saldo"])));
    }
    await driver.logout();
  });

  test("a later correction changes no other row, and replaces the movement", async () => {
    const driver = await bank.enter();
    const before = await driver.read("movimientos", now);
    const known = movements(before);
    const original = known.find(
      ({ payload }) => payload["type"] === "credit" && payload["numeroDocumento"] !== null,
    )?.payload;
    const { fecha, numeroDocumento, monto, numeroCuenta } = original ?? {};
    await bank.addRows({
      periodo: "2026-11",
      rows: [
        {
          cuenta: numeroCuenta,
          fecha,
          glosa: "Corregido & puesto en orden",
          documento: numeroDocumento,
          cargo: Number(monto) + 1_000,
        },
      ],
    });
    const after = await driver.read("movimientos", now);
    const ids = new Set(known.map(({ id }) => id));
    const added = movements(after).filter(({ id }) => !ids.has(id));
    expect(added.map(({ payload }) => payload["descripcion"])).toEqual([
      "Corregido & puesto en orden",
    ]);
    const places = new Map(known.map(({ id, sortKey }) => [id, sortKey]));
    const moved = movements(after).filter(({ id, sortKey }) => places.get(id) !== sortKey);
    expect(moved).toHaveLength(1);
    const kept = movements(after).find(({ id }) => id === original?.["id"]);
    expect(kept?.payload).toEqual(original);
    const slots = new Map(current(before).map(({ id, payload }) => [id, payload["id"]]));
    const changed = current(after).filter(({ id, payload }) => slots.get(id) !== payload["id"]);
    expect(changed.map(({ id, payload }) => [slots.get(id), payload["id"]])).toEqual([
      [original?.["id"], added[0]?.id],
    ]);
    await driver.logout();
  });

  test("reads balances and accounts", async () => {
    const driver = await bank.enter();
    const reading = await driver.read("saldos", now);
    const read = bank.records(reading, "saldos").map(({ payload }) => ({
      cuenta: payload["numeroCuenta"],
      fecha: payload["fecha"],
      contable: payload["saldoContable"],
      disponible: payload["saldoDisponible"],
      moneda: payload["moneda"],
      saldo9am: payload["saldo9AM"],
      retencion: payload["retencion"],
    }));
    expect(read).toHaveLength(3);
    expect(read).toEqual(await bank.truth("saldos", "2026-11"));
    expect(bank.records(reading, "cuentas").map(({ payload }) => payload)).toMatchObject([
      { tipo: "CTA.CTE.", moneda: "CLP", estado: null },
      { tipo: "CTA.VISTA", moneda: "CLP" },
      { tipo: "CTA.CTE.USD", moneda: "USD" },
    ]);
    await driver.logout();
  });
});

test("balances without the page of accounts are complete, and list no accounts", async () => {
  const proxy = await rewritingProxy(bank.origin(), (body) => {
    if (body.includes("ddlCuenta")) throw new Error("the portal hangs up");
    return body;
  });
  try {
    const driver = await bank.enter({ baseUrl: `${proxy.url}/portals/banco_d` });
    const reading = await driver.read("saldos", now);
    expect(reading).toMatchObject({ incompletos: 0, completo: true });
    expect(reading.rows.map(({ dataset }) => dataset)).toEqual(["banco_d.saldos"]);
    await driver.logout();
  } finally {
    proxy.close();
  }
});

describeBankRules(bank, {
  wrongClave: "otra-clave",
  alcances: ["saldos", "movimientos"],
  unreadable: { printed: /CTA\.CTE\. (\d+)/, as: "CTA.CTE. $1-K" },
});

test("a page that hangs ends in timeout, and we still log out", async () => {
  const driver = await bank.enter({ navigationLimitMs: 600 });
  await bank.fault("hang");
  await expect(driver.read("movimientos", now)).rejects.toMatchObject({ code: "timeout" });
  await driver.logout();
  expect(await bank.log()).toMatchObject({ logins: 1, logouts: 1 });
});

/** The row's reading time, in milliseconds after the reading itself. */
function readInstant(reading: AlcanceReading, id: unknown): number {
  const rows = reading.rows.find(
    ({ dataset, records }) =>
      dataset === "banco_d.movimientos" && records.some((record) => record.id === id),
  );
  if (rows === undefined) throw new TypeError("no such row");
  return rows.readOrder ?? 0;
}
