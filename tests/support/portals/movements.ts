/** A movement in the words of a portal's truth, with the fields that banco_a prints. */
export interface TruthMovement {
  cuenta: string;
  fecha: string;
  glosa: string;
  documento: string | null;
  cargo: number;
  abono: number;
  saldo: number | null;
}

export interface StoredMovement {
  id: string;
  numeroCuenta: string;
  fecha: string;
  descripcion: string;
  numeroDocumento: string | null;
  monto: number;
  type: "credit" | "debit";
  saldo: number | null;
}

/** Rows without order, each as text, to compare the bank's rows with ours as multisets. */
export const ofTruth = (rows: readonly TruthMovement[]): string[] =>
  rows
    .map((row) =>
      JSON.stringify([
        row.cuenta,
        row.fecha,
        row.glosa,
        row.documento,
        row.cargo,
        row.abono,
        row.saldo,
      ]),
    )
    .toSorted();

export const ofStored = (rows: readonly StoredMovement[]): string[] =>
  rows
    .map((row) =>
      JSON.stringify([
        row.numeroCuenta,
        row.fecha,
        row.descripcion,
        row.numeroDocumento,
        row.type === "credit" ? row.monto : 0,
        row.type === "debit" ? row.monto : 0,
        row.saldo,
      ]),
    )
    .toSorted();

/** A row without its reading time, which changes although the row does not. */
export function apartFromReading(row: object): object {
  const reading = ["ultimaLecturaEn", "observedAt"];
  return Object.fromEntries(Object.entries(row).filter(([name]) => !reading.includes(name)));
}
