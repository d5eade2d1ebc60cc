import * as z from "zod";
import { parseRow } from "#lib/contract/bank/index.ts";

const Problema = z.looseObject({
  type: z.string(),
  errores: z.array(z.looseObject({ campo: z.string(), mensaje: z.string() })).optional(),
  faltan: z.array(z.string()).optional(),
  vencio_en: z.string().optional(),
});

/** Why the system refused: the last word of its type, and its details. */
export interface Problem {
  kind: string;
  errores: { campo: string; mensaje: string }[];
  faltan: string[];
}

/** Null for an answer that is not a problem in the system's format. */
export function parseProblem(answer: unknown): Problem | null {
  const printed = parseRow(Problema, answer);
  const kind = /^\/problemas\/([a-z-]{1,60})$/.exec(printed?.type ?? "")?.[1];
  if (printed === null || kind === undefined) return null;
  return { kind, errores: printed.errores ?? [], faltan: printed.faltan ?? [] };
}
