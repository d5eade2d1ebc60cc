import { describe, expect, test } from "vitest";
import { Fecha } from "#lib/chile/index.ts";
import { SessionEnded, type NewRecord } from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { describeBankRules } from "#tests/support/portals/bank-rules.ts";
import {
  bankScene,
  companyRut,
  inPortalWords,
  month,
  only,
  sorted,
  type TruthRow,
  untold,
} from "#tests/support/scenes/bank-scene.ts";
import {
  batchInPortalWords,
  lineInPortalWords,
  transferInPortalWords,
} from "#tests/support/portals/banco-b-words.ts";
import { rewritingProxy } from "#tests/support/servers/rewriting-proxy.ts";

const bank = bankScene("banco_b");
const now = month("2026-11");
const past = month("2026-10");

const movementWords = ["cuenta", "fecha", "glosa", "documento", "cargo", "abono", "moneda"];

function newestFirst(records: NewRecord[]): NewRecord[] {
  return records.toSorted((a, b) => (a.sortKey > b.sortKey ? -1 : 1));
}

function ofAccount(rows: TruthRow[], cuenta: unknown): TruthRow[] {
  return rows.filter((row) => row["cuenta"] === cuenta);
}

describe("a good login", () => {
  // September: exactly 1,000 in one account and none in another. November is still running.
  test("reads three months of three accounts as the bank has them, newest first", async () => {
    const driver = await bank.enter();
    const ids = new Set<string>();
    let count = 0;
    for (const periodo of ["2026-09", "2026-10", "2026-11"]) {
      const reading = await driver.read("movimientos", month(periodo));
      const rows = newestFirst(bank.records(reading, "movimientos"));
      const truth = only(await bank.truth("movimientos", periodo), movementWords);
      expect(reading).toMatchObject({ incompletos: 0, completo: true });
      for (const cuenta of new Set(truth.map((row) => row["cuenta"]))) {
        const read = ofAccount(rows.map(inPortalWords), cuenta);
        expect(read).toEqual(ofAccount(truth, cuenta).toReversed());
      }
      expect(rows).toHaveLength(truth.length);
      for (const { id } of rows) ids.add(id);
      count += rows.length;
    }
    expect(ids.size).toBe(count);
    expect(count).toBeGreaterThan(1_500);
    await driver.logout();
    expect(await bank.log()).toMatchObject({ logins: 1, logouts: 1, max_sessions: 1 });
  }, 60_000);

  test("a movement keeps its id when its month is read from the other statement", async () => {
    const { driver } = await bank.open();
    await driver.login(bank.credential, companyRut, untold);
    const current = bank.records(await driver.read("movimientos", now), "movimientos");
    await driver.logout();
    // The same day, for a driver that believes in a later month: it reads the historical one.
    const later = await bank.enter({ today: "2026-12-02" as never });
    const historical = bank.records(await later.read("movimientos", now), "movimientos");
    const known = new Map(current.map((record) => [record.id, record]));
    expect(historical.length).toBeGreaterThan(100);
    for (const record of historical) expect(known.get(record.id)).toEqual(record);
    await later.logout();
  });

  test("a month that ended while the worker was starting is read from the historical statement", async () => {
    const driver = await bank.enter({ today: "2026-10-31" as never });
    const reading = await driver.read("movimientos", past);
    const truth = await bank.truth("movimientos", "2026-10");
    expect(bank.records(reading, "movimientos")).toHaveLength(truth.length);
    expect(reading).toMatchObject({ completo: true });
    await driver.logout();
  });

  test("reads balances and accounts", async () => {
    const driver = await bank.enter();
    const reading = await driver.read("saldos", now);
    const truth = await bank.truth("saldos", "2026-11");
    const read = bank.records(reading, "saldos").map(({ payload }) => ({
      cuenta: payload["numeroCuenta"],
      fecha: payload["fecha"],
      contable: payload["saldoContable"],
      disponible: payload["saldoDisponible"],
      moneda: payload["moneda"],
      provisorio: payload["saldoProvisorio"],
    }));
    expect(read).toHaveLength(3);
    expect(read).toEqual(truth);
    expect(bank.records(reading, "cuentas").map(({ payload }) => payload["moneda"])).toEqual([
      "CLP",
      "CLP",
      "USD",
    ]);
    await driver.logout();
  });

  test("reads the transfers of three months, each on its day in Santiago", async () => {
    const driver = await bank.enter();
    for (const periodo of ["2026-02", "2026-10", "2026-11"]) {
      const reading = await driver.read("transferencias", month(periodo));
      const rows = bank.records(reading, "transferencias");
      const truth = await bank.truth("transferencias", periodo);
      expect(reading).toMatchObject({ incompletos: 0, completo: true });
      expect(sorted(rows.map(transferInPortalWords))).toEqual(sorted(truth));
      expect(rows.length).toBeGreaterThan(5);
    }
    const february = await driver.read("transferencias", month("2026-02"));
    const late = bank
      .records(february, "transferencias")
      .filter(({ payload }) => payload["hora"] === "23:41:00");
    expect(late.map(({ payload: { fecha, estado } }) => [fecha, estado])).toContainEqual([
      "2026-02-28",
      "RECHAZADA",
    ]);
    await driver.logout();
  }, 60_000);

  test("reads payroll batches and every line of them, in the order of their lines", async () => {
    const driver = await bank.enter();
    let longest = 0;
    for (const periodo of ["2026-08", "2026-09", "2026-11"]) {
      const reading = await driver.read("nominas", month(periodo));
      const truth = await bank.truth("nominas", periodo);
      const headers = bank.records(reading, "nominas");
      expect(reading).toMatchObject({ incompletos: 0, completo: true });
      expect(sorted(headers.map(batchInPortalWords))).toEqual(sorted(truth));
      expect(reading.unfinished).toBe(false);
      const lines = bank
        .records(reading, "nomina_pagos")
        .toSorted((a, b) => (a.sortKey < b.sortKey ? -1 : 1));
      for (const { id } of headers) {
        const expected = await bank.truth("nominas", periodo, `&id=${id}`);
        const read = lines.filter(({ payload }) => payload["idNomina"] === id);
        expect(read.map(lineInPortalWords)).toEqual(
          only(expected, ["linea", "rut", "nombre", "monto", "estado", "motivoRechazo"]),
        );
        longest = Math.max(longest, read.length);
      }
    }
    expect(longest).toBe(2_300);
    await driver.logout();
  }, 60_000);

  test.each([
    ["2026-11-19", true],
    // Paid in the course of the day.
    ["2026-11-20", true],
    ["2026-11-21", false],
  ])("on %s a batch that is paid on the 20th may still change: %s", async (today, unfinished) => {
    const driver = await bank.enter({ today: Fecha.parse(today) });
    expect(await driver.read("nominas", now)).toMatchObject({ completo: true, unfinished });
    await driver.logout();
  });
});

const sessionEnded = '{"codigo":"98","mensaje":"Su sesión ha expirado","datos":null}';

test("a login that is thrown out before it chooses the company is busy", async () => {
  const proxy = await rewritingProxy(bank.origin(), (body) =>
    body.includes('"datos":{"empresa":{') ? sessionEnded : body,
  );
  try {
    const { driver } = await bank.open({ baseUrl: `${proxy.url}/portals/banco_b` });
    expect(await driver.login(bank.credential, companyRut, untold)).toEqual({ kind: "busy" });
  } finally {
    proxy.close();
  }
});

test("a session that ended before the next token is fetched is reported as ended, and already closed", async () => {
  let isOver = false;
  const proxy = await rewritingProxy(bank.origin(), (body) => {
    if (isOver && body.includes('"saldos":[')) throw new Error("the portal hangs up");
    return isOver && body.includes('"datos":{"token":') ? sessionEnded : body;
  });
  try {
    const driver = await bank.enter({ baseUrl: `${proxy.url}/portals/banco_b` });
    isOver = true;
    // The lost answer would have brought the next token.
    await expect(driver.read("saldos", now)).rejects.toBeInstanceOf(AppError);
    await expect(driver.read("saldos", now)).rejects.toBeInstanceOf(SessionEnded);
    await expect(driver.logout()).resolves.toBeUndefined();
  } finally {
    proxy.close();
  }
});

describeBankRules(bank, {
  wrongClave: "otra-clave",
  alcances: ["saldos", "movimientos", "transferencias", "nominas"],
  keptForever: ["transferencias", "nominas"],
  unreadable: { printed: /"numero":"(\d+)"/, as: '"numero":"x$1"' },
});
