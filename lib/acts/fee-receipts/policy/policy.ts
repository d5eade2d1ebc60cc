import * as z from "zod";
import { Rut } from "#lib/chile/index.ts";
import type { feeReceiptPolicies } from "../policies.sql.ts";

/** How far from today a receipt's date may be, in days: three months either way. */
const Days = z.int().min(0).max(92);
const Pesos = z.int().min(1).max(99_999_999_999);

/** What owners and admins allow to be issued. */
export const FeeReceiptPolicy = z.strictObject({
  habilitado: z.boolean(),
  conexiones: z.array(z.string().max(64)).min(1).max(100).nullable().default(null),
  receptores: z.array(Rut).min(1).max(200).nullable().default(null),
  diasAtras: Days,
  diasAdelante: Days,
  montoMaximo: Pesos,
  montoDiario: Pesos,
  cantidadDiaria: z.int().min(1).max(10_000),
});
export type FeeReceiptPolicy = z.output<typeof FeeReceiptPolicy>;

type PolicyRow = typeof feeReceiptPolicies.$inferSelect;

export function toPolicy(row: PolicyRow): FeeReceiptPolicy {
  return FeeReceiptPolicy.parse({
    habilitado: row.enabled,
    conexiones: row.connections,
    receptores: row.receivers,
    diasAtras: row.daysBack,
    diasAdelante: row.daysAhead,
    montoMaximo: row.maxAmount,
    montoDiario: row.dailyAmount,
    cantidadDiaria: row.dailyCount,
  });
}

export function policyColumns(policy: FeeReceiptPolicy) {
  return {
    enabled: policy.habilitado,
    connections: policy.conexiones,
    receivers: policy.receptores,
    daysBack: policy.diasAtras,
    daysAhead: policy.diasAdelante,
    maxAmount: policy.montoMaximo,
    dailyAmount: policy.montoDiario,
    dailyCount: policy.cantidadDiaria,
  };
}
