import { askedPart } from "#lib/contract/dataset/asked-part.ts";
import { coberturaOf, type CoverageQuestion } from "#lib/contract/dataset/cobertura.ts";
import type { CoverageEntry } from "#lib/contract/dataset/coverage-entry.ts";

const now = new Date("2026-11-21T15:00:00.000Z");
const connectionId = "conn_01k2example0000000000000000";

/** A reading on the day of the question. */
export function read(periodo: string, more: Partial<CoverageEntry> = {}): CoverageEntry {
  const readAt = "2026-11-21T12:00:00.000Z";
  return {
    alcance: "movimientos",
    periodo,
    status: "ok",
    incompletos: 0,
    readAt,
    cuentas: null,
    ...more,
  };
}

type Question = Partial<CoverageQuestion> & { filters?: Readonly<Record<string, unknown>> };

export function ask({ filters = {}, ...question }: Question) {
  return coberturaOf({
    entries: [],
    alcance: "movimientos",
    momentary: false,
    asked: askedPart(filters),
    account: null,
    now,
    connector: "banco_a",
    connectionId,
    ...question,
  });
}

export const sync = (periodo: string, alcances = ["movimientos"]) => ({
  tool_id: "banco_a.conexion.sincronizar",
  input: { periodo, alcances },
  connection_id: connectionId,
});
