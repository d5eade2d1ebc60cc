import type { CoverageEntry } from "#lib/contract/index.ts";

interface Part {
  periodo?: string | undefined;
  numeroCuenta?: string | undefined;
}

/**
 * Whether the last reading of that period was complete: for one account, or for all, where one
 * truncated account makes it false. Null when no period is named, or it is not known.
 */
export function completoOf(coverage: readonly CoverageEntry[], part: Part): boolean | null {
  const { periodo, numeroCuenta } = part;
  const read = coverage.find((entry) => entry.periodo === periodo);
  if (periodo === undefined || read === undefined) return null;
  const { cuentas } = read;
  if (cuentas === null || numeroCuenta === undefined) return read.status === "ok";
  const whole = cuentas[numeroCuenta];
  return whole === undefined || whole === "unlisted" ? null : whole === true;
}
