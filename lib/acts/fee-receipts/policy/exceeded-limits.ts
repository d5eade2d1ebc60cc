import { addDays, type Fecha } from "#lib/chile/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { ExceededLimit } from "../fee-request.ts";
import type { FeeReceiptPolicy } from "./policy.ts";

/** What is the same on whichever day it is measured. */
interface Lasting {
  connectionId: string;
  receiverRut: string | null;
  bruto: number;
}

export interface Measured extends Lasting {
  fecha: Fecha;
  today: Fecha;
  /**
   * What was already requested today and not refused: by the day of the request, whatever the
   * receipts' dates.
   */
  used: { amount: number; count: number };
}

/** The policy's limits that one more receipt would exceed; none when it may be issued. */
export function exceededLimits(policy: FeeReceiptPolicy, receipt: Measured): ExceededLimit[] {
  const { fecha, bruto, today, used } = receipt;
  const first = addDays(today, -policy.diasAtras);
  const last = addDays(today, policy.diasAdelante);
  const exceeded = partiesLeftOut(policy, receipt);
  if (fecha < first) exceeded.push({ limite: "fecha", maximo: first, recibido: fecha });
  if (fecha > last) exceeded.push({ limite: "fecha", maximo: last, recibido: fecha });
  return [
    ...exceeded,
    ...over("monto", policy.montoMaximo, bruto),
    ...over("monto_diario", policy.montoDiario, used.amount + bruto),
    ...over("cantidad_diaria", policy.cantidadDiaria, used.count + 1),
  ];
}

/**
 * For a receipt that passed when it was requested: whatever the day is now, and whatever was
 * requested since.
 */
export function lastingLimits(policy: FeeReceiptPolicy, receipt: Lasting): ExceededLimit[] {
  return [...partiesLeftOut(policy, receipt), ...over("monto", policy.montoMaximo, receipt.bruto)];
}

function partiesLeftOut(
  { conexiones, receptores }: FeeReceiptPolicy,
  { connectionId, receiverRut }: Lasting,
): ExceededLimit[] {
  const leftOut = issuerLeftOut({ conexiones }, connectionId);
  if (receptores !== null && !receptores.some((rut) => rut === receiverRut)) {
    leftOut.push({ limite: "receptor", maximo: null, recibido: receiverRut });
  }
  return leftOut;
}

/** Applies to annulments too: they cannot be undone, and come from the same connection. */
export function issuerLeftOut(
  { conexiones }: Pick<FeeReceiptPolicy, "conexiones">,
  connectionId: string,
): ExceededLimit[] {
  if (conexiones === null || conexiones.includes(connectionId)) return [];
  return [{ limite: "emisor", maximo: null, recibido: connectionId }];
}

export function policyDenied(limits: readonly ExceededLimit[]): AppError {
  return new AppError("honorarios_policy_denied", { details: { limits } });
}

export function requireNoneExceeded(limits: readonly ExceededLimit[]): void {
  if (limits.length > 0) throw policyDenied(limits);
}

function over(limite: string, maximo: number, recibido: number): ExceededLimit[] {
  return recibido > maximo ? [{ limite, maximo, recibido }] : [];
}
