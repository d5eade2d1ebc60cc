import * as z from "zod";
import { parseRow } from "#lib/contract/bank/index.ts";
import { RangoFolios } from "../store.ts";
import { Dia } from "./values.ts";

const RangoImpreso = z.looseObject({
  tipo: z.int().positive(),
  desde: z.int().positive(),
  hasta: z.int().positive(),
  siguiente: z.int().positive().nullable(),
  sin_usar: z.int().nonnegative(),
  autorizado_en: Dia,
  vence_en: Dia.nullable(),
  estado: RangoFolios.shape.estado,
});

/** An expired range has no usable folios left. Null if it is not a range of the known shape. */
export function parseRange(raw: unknown): RangoFolios | null {
  const printed = parseRow(RangoImpreso, raw);
  if (printed === null || printed.hasta < printed.desde) return null;
  const { tipo, desde, hasta, siguiente, sin_usar, autorizado_en, vence_en, estado } = printed;
  const vigente = estado === "vigente";
  return {
    tipoDte: tipo,
    desde,
    hasta,
    siguiente,
    disponibles: vigente ? sin_usar : 0,
    fechaAutorizacion: autorizado_en,
    fechaVencimiento: vence_en,
    estado,
    vigente,
  };
}
