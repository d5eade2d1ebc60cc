import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, addMonths, periodoOf, todayInSantiago } from "#lib/chile/index.ts";
import { saldos } from "#lib/connectors/banco_a/store.ts";
import { readRows, toRecord, type AlcanceReading } from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { testDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import { newOwner } from "#tests/support/scenes/dashboard-people.ts";
import { password } from "#tests/support/scenes/dashboard-scene.ts";
import { jobScene, nothingThere, type JobScene } from "#tests/support/scenes/job-scene.ts";
import type { Visitor } from "#tests/support/scenes/visitor.ts";
import { monthText } from "./texts/connection-words.ts";

/* A portal plays a table's data, and the page must show that table. */

const mail = "ana@maule.example";

let scene: JobScene;
let dashboard: TestDashboard;
let organizationId: string;
let connection: string;
let by: Visitor;
beforeAll(async () => {
  scene = await jobScene();
  dashboard = await testDashboard(scene);
  const served = { api: scene, dashboard };
  ({ by, organizationId } = await newOwner(served, { mail, organization: "Con lecturas" }));
  connection = await scene.connect(organizationId);
});
afterAll(async () => {
  await dashboard?.close();
  await scene?.close();
});

async function read(periodo: string, alcance: string, play: () => AlcanceReading): Promise<void> {
  scene.play({ read: play });
  await scene.run(
    await scene.request(organizationId, connection, { periodo, alcances: [alcance] }),
  );
}

/** A chart's table: the first column of each row, and its other cells as text. */
async function tableOf(caption: string): Promise<Map<string, string[]>> {
  // Days may have passed, and the session may have ended.
  by.cookies.clear();
  await by.submit("/login", "/login", { correo: mail, clave: password });
  const { text } = await by.get(`/dashboard/${organizationId}/conexiones/${connection}`);
  const from = text.indexOf(caption);
  expect(from).toBeGreaterThan(0);
  const body = text.slice(text.indexOf("<tbody", from), text.indexOf("</tbody>", from));
  const plain = (html: string): string => html.replace(/<[^>]*>/g, "").trim();
  return new Map(
    body.split("<tr ").flatMap((row): [string, string[]][] => {
      const head = /<th [^>]*>(.*?)<\/th>/s.exec(row)?.[1];
      const cells = [...row.matchAll(/<td [^>]*>(.*?)<\/td>/gs)].map(([, cell = ""]) =>
        plain(cell),
      );
      return head === undefined ? [] : [[plain(head), cells]];
    }),
  );
}

test("the calendar shows what the portal had: a cut month is partial, a failed one was never read", async () => {
  const current = periodoOf(scene.clock.now());
  const fails = (): AlcanceReading => {
    throw new AppError("upstream_unexpected_response");
  };
  const truth: [back: number, play: () => AlcanceReading, shown: string][] = [
    [1, () => nothingThere, "Completo"],
    [2, () => ({ ...nothingThere, completo: false }), "Parcial"],
    [3, () => ({ ...nothingThere, incompletos: 2 }), "Parcial, 2 sin leer"],
    [4, fails, "Nunca leído, leerlo"],
    [5, () => ({ ...nothingThere, completo: null }), "Completo"],
  ];
  for (const [back, play] of truth) await read(addMonths(current, -back), "movimientos", play);
  // Read again, this time completely.
  await read(addMonths(current, -3), "movimientos", () => nothingThere);
  const table = await tableOf("Qué se leyó de cada módulo");
  expect(table.size).toBe(24);
  for (const [back, , shown] of truth) {
    const now = back === 3 ? "Completo" : shown;
    const cells = table.get(monthText(addMonths(current, -back)));
    expect(cells, `${back} months ago`).toContain(now);
  }
  expect(table.get(monthText(addMonths(current, -6)))).toContain("Nunca leído, leerlo");
});

test("the balances are those of the days on which the portal was read; a day between them is a gap", async () => {
  const first = todayInSantiago(scene.clock.now());
  const truth: [day: number, contable: number, disponible: number][] = [
    [0, 900_000, 900_000],
    [1, 1_250_000, 0],
    [4, -80_000, -80_000],
  ];
  let day = 0;
  for (const [on, saldoContable, saldoDisponible] of truth) {
    scene.advance((on - day) * 24 * 3_600);
    day = on;
    const fecha = addDays(first, on);
    const shown = { fecha, numeroCuenta: "000123", moneda: "CLP", saldoContable, saldoDisponible };
    const rows = [readRows(saldos, [toRecord(saldos, saldos.row.parse(shown))])];
    await read(periodoOf(scene.clock.now()), "saldos", () => ({ ...nothingThere, rows }));
  }
  const table = await tableOf("Cuenta 000123");
  expect([...table.keys()]).toEqual(truth.map(([on]) => addDays(first, on)).toReversed());
  const textOf = (value: number): string => value.toLocaleString("es-CL").replace("-", "");
  for (const [on, ...values] of truth) {
    const cells = table.get(addDays(first, on)) ?? [];
    for (const [n, value] of values.entries()) expect(cells[n]).toContain(textOf(value));
  }
});
