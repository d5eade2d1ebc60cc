import * as z from "zod";
import { askedMonths, type AskedPart } from "./asked-part.ts";
import { addMonths, periodoOf, type Periodo } from "#lib/chile/index.ts";

/** A period of a module that was read, as the sync engine keeps it. */
export interface CoverageEntry {
  alcance: string;
  periodo: string;
  status: "ok" | "partial";
  readAt: string;
  /** Whether each account was read whole, where the portal cuts by account. */
  cuentas: Readonly<Record<string, boolean>> | null;
}

export const Cobertura = z.strictObject({
  estado: z
    .enum(["nunca_sincronizado", "parcial", "completo"])
    .describe("Si lo pedido está sincronizado: una lista vacía solo significa algo si es completo"),
  ultimaSincronizacionEn: z.iso.datetime().nullable(),
  siguiente: z
    .strictObject({
      tool_id: z.string(),
      input: z.strictObject({ periodo: z.string(), alcances: z.array(z.string()).optional() }),
      connection_id: z.string(),
    })
    .nullable()
    .describe("La llamada que completa lo que falta, lista para enviar"),
});
export type Cobertura = z.infer<typeof Cobertura>;

export interface CoverageQuestion {
  entries: readonly CoverageEntry[];
  /** The module that the rows belong to; null when any module brings them. */
  alcance: string | null;
  /** Snapshots of the moment: no past period can be filled. */
  momentary: boolean;
  asked: AskedPart;
  now: Date;
  connector: string;
  connectionId: string;
}

/** Periods further back cannot be synced, so their absence is no gap that a call could fill. */
const syncableMonths = 24;

/** What is known of the part that was asked for, and the call that would fill its gap. */
export function coberturaOf(question: CoverageQuestion): Cobertura {
  const current = periodoOf(question.now);
  const oldest = addMonths(current, -syncableMonths);
  const named: string[] | null = askedMonths(question.asked, { oldest, current });
  const known = question.entries.filter(({ periodo }) => named?.includes(periodo) ?? true);
  const gaps = wantedPeriods(question, { named, known, current }).filter(
    (periodo) => !known.some((entry) => isWhole(question, entry, { periodo, current })),
  );
  const gap = gaps
    .filter((periodo) => canBeSynced(question, periodo, current))
    .toSorted()
    .at(-1);
  return {
    estado: known.length === 0 ? "nunca_sincronizado" : gaps.length === 0 ? "completo" : "parcial",
    ultimaSincronizacionEn:
      known
        .map((entry) => entry.readAt)
        .toSorted()
        .at(-1) ?? null,
    siguiente: gap === undefined ? null : fillingCall(question, gap),
  };
}

interface Periods {
  /** Null when the caller named no period: what was asked for is then what there is. */
  named: readonly string[] | null;
  known: readonly CoverageEntry[];
  current: Periodo;
}

/** The periods that must have been read for the answer to be whole. */
function wantedPeriods(
  { momentary }: CoverageQuestion,
  { named, known, current }: Periods,
): string[] {
  const read = known.map(({ periodo }) => periodo);
  // A past snapshot that is missing is no gap: nobody can take it any more.
  if (momentary) return (named?.includes(current) ?? true) ? [current] : read;
  return named === null ? [current, ...read] : [...named];
}

/** A call for any other period would be refused, so none is named. */
function canBeSynced({ momentary }: CoverageQuestion, periodo: string, current: Periodo): boolean {
  if (momentary) return periodo === current;
  return periodo <= current && periodo >= addMonths(current, -syncableMonths);
}

function fillingCall({ connector, connectionId, alcance }: CoverageQuestion, periodo: string) {
  return {
    tool_id: `${connector}.conexion.sincronizar`,
    input: { periodo, ...(alcance !== null && { alcances: [alcance] }) },
    connection_id: connectionId,
  };
}

/** Read whole, and for a past month also read after it had ended, unless it was for a moment. */
function isWhole(
  { momentary }: CoverageQuestion,
  entry: CoverageEntry,
  { periodo, current }: { periodo: string; current: Periodo },
): boolean {
  if (entry.periodo !== periodo || entry.status !== "ok") return false;
  return momentary || periodo === current || periodoOf(new Date(entry.readAt)) > periodo;
}
