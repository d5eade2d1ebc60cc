import type { CoverageEntry } from "#lib/contract/index.ts";

interface Part {
  periodo?: string | undefined;
  numeroCuenta?: string | undefined;
}

/**
 * Whether the last reading of that period brought everything: of one account, or of all of them,
 * where one that was cut decides. Null when no period is named, or nobody knows.
 */
export function completoOf(coverage: readonly CoverageEntry[], part: Part): boolean | null {
  const { periodo, numeroCuenta } = part;
  const read = coverage.find((entry) => entry.periodo === periodo);
  if (periodo === undefined || read === undefined) return null;
  const { cuentas } = read;
  if (cuentas === null || numeroCuenta === undefined) return read.status === "ok";
  const whole = cuentas[numeroCuenta];
  return whole === undefined ? null : whole === true;
}
