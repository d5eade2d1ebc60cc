import { afterAll, beforeAll, expect, test } from "vitest";
import { SaldoDiario } from "#lib/connectors/banco_f/store.ts";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { balanceSteps } from "./balance-steps.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

async function keep(
  organizationId: string,
  { id, sistema }: { id: string; sistema: string },
  day: string,
  row: { numeroCuenta: string },
): Promise<void> {
  await api.database.owner(
    `insert into records (organization_id, connection_id, dataset, id, periodo, account, sort_key,
       payload, read_at) values ($1, $2, $3, $4, '2026-08', $5, $4, $6, now())`,
    [organizationId, id, `${sistema}.saldos`, `${day}|${row.numeroCuenta}`, row.numeroCuenta, row],
  );
}

test("each figure of each account by day: a missing day is left out, and null is not zero", async () => {
  const { id: organizationId } = await api.organization();
  const id = await api.connection(organizationId, "banco_a");
  const rows = [
    { fecha: "2026-08-01", saldoContable: 5, saldoDisponible: 5 },
    { fecha: "2026-08-09", saldoContable: -100, saldoDisponible: null },
    { fecha: "2026-08-12", saldoContable: 0, saldoDisponible: 40 },
  ].map((row) => ({ ...row, numeroCuenta: "111", moneda: "CLP", lineaCredito: 900 }));
  const connection = { id, sistema: "banco_a" };
  for (const row of rows) await keep(organizationId, connection, row.fecha, row);
  const ofAccount = { account: "111", moneda: "CLP" };
  const since = "2026-08-05";
  expect(await balanceSteps(api.contextOf(organizationId), connection, since)).toEqual([
    {
      ...ofAccount,
      field: "saldoContable",
      days: [
        { fecha: "2026-08-09", value: -100 },
        { fecha: "2026-08-12", value: 0 },
      ],
    },
    {
      ...ofAccount,
      field: "saldoDisponible",
      days: [
        { fecha: "2026-08-09", value: null },
        { fecha: "2026-08-12", value: 40 },
      ],
    },
  ]);
  const stranger = api.contextOf((await api.organization()).id);
  expect(await balanceSteps(stranger, connection, since)).toEqual([]);
});

test("a bank whose rows name day and currency differently has both", async () => {
  const { id: organizationId } = await api.organization();
  const sistema = "banco_f";
  const connection = { id: await api.connection(organizationId, sistema), sistema };
  const row = SaldoDiario.parse({
    numeroCuenta: "222",
    currency: "USD",
    observedDay: "2026-08-11",
    saldoContable: 7,
    saldoDisponible: 6,
  });
  await keep(organizationId, connection, row.observedDay, row);
  const ofAccount = { account: "222", moneda: "USD" };
  const fecha = "2026-08-11";
  expect(await balanceSteps(api.contextOf(organizationId), connection, "2026-08-01")).toEqual([
    { ...ofAccount, field: "saldoContable", days: [{ fecha, value: 7 }] },
    { ...ofAccount, field: "saldoDisponible", days: [{ fecha, value: 6 }] },
  ]);
});
