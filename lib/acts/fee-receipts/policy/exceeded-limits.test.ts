import { describe, expect, test } from "vitest";
import { Fecha } from "#lib/chile/index.ts";
import { exceededLimits, type Measured } from "./exceeded-limits.ts";
import { FeeReceiptPolicy } from "./policy.ts";

const policy = FeeReceiptPolicy.parse({
  habilitado: true,
  conexiones: ["conn_1"],
  receptores: ["76177907-9"],
  diasAtras: 2,
  diasAdelante: 1,
  montoMaximo: 1_000,
  montoDiario: 3_000,
  cantidadDiaria: 5,
});
const atItsLimits: Measured = {
  connectionId: "conn_1",
  receiverRut: "76177907-9",
  fecha: Fecha.parse("2026-09-06"),
  bruto: 1_000,
  // The day after the clocks went forward.
  today: Fecha.parse("2026-09-07"),
  used: { amount: 2_000, count: 4 },
};
const day = (text: string) => ({ fecha: Fecha.parse(text) });

test("a receipt at every limit at once passes", () => {
  expect(exceededLimits(policy, atItsLimits)).toEqual([]);
  expect(exceededLimits(policy, { ...atItsLimits, ...day("2026-09-05") })).toEqual([]);
  expect(exceededLimits(policy, { ...atItsLimits, ...day("2026-09-08") })).toEqual([]);
});

describe("one above a limit", () => {
  const cases: [string, Partial<Measured>, unknown, unknown][] = [
    ["emisor", { connectionId: "conn_2" }, null, "conn_2"],
    ["receptor", { receiverRut: "12345678-5" }, null, "12345678-5"],
    ["fecha", day("2026-09-04"), "2026-09-05", "2026-09-04"],
    ["fecha", day("2026-09-09"), "2026-09-08", "2026-09-09"],
    ["monto", { bruto: 1_001, used: { amount: 0, count: 0 } }, 1_000, 1_001],
    ["monto_diario", { used: { amount: 2_001, count: 4 } }, 3_000, 3_001],
    ["cantidad_diaria", { used: { amount: 2_000, count: 5 } }, 5, 6],
  ];
  test.each(cases)("exceeds that one and no other: %s", (limite, change, maximo, recibido) => {
    const exceeded = exceededLimits(policy, { ...atItsLimits, ...change });
    expect(exceeded).toEqual([{ limite, maximo, recibido }]);
  });
});

test("each exceeded limit is named", () => {
  const far = {
    ...atItsLimits,
    ...day("2026-10-01"),
    connectionId: "conn_2",
    receiverRut: "1-9",
    bruto: 9_000,
    used: { amount: 0, count: 9 },
  };
  expect(exceededLimits(policy, far).map(({ limite }) => limite)).toEqual([
    "emisor",
    "receptor",
    "fecha",
    "monto",
    "monto_diario",
    "cantidad_diaria",
  ]);
});

test("without a list any connection and any receiver pass", () => {
  const open = { ...policy, conexiones: null, receptores: null };
  const other = { ...atItsLimits, connectionId: "conn_2", receiverRut: "1-9" };
  expect(exceededLimits(open, other)).toEqual([]);
});
