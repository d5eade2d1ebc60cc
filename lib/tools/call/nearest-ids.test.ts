import { expect, test } from "vitest";
import { nearestIds } from "./nearest-ids.ts";

const ids = [
  "banco_a.movimientos.consultar",
  "banco_b.movimientos.consultar",
  "banco_a.saldos.consultar",
  "conexiones.estado.consultar",
  "indicadores.valor.actual",
];

test.each([
  ["banco_a.movimiento.consultar", "banco_a.movimientos.consultar"],
  ["conexion.estado.consultar", "conexiones.estado.consultar"],
  ["Indicadores.Valor.Actual", "indicadores.valor.actual"],
])("%s was meant to be %s", (asked, meant) => {
  expect(nearestIds(asked, ids)[0]).toBe(meant);
  expect(nearestIds(asked, ids).length).toBeLessThanOrEqual(3);
});

test.each(["", "x", "zz.zz.zz", "q".repeat(5_000)])("nothing is near %j", (asked) => {
  expect(nearestIds(asked, ids)).toEqual([]);
});
