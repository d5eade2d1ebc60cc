import * as z from "zod";
import { syncedMonths } from "#lib/contract/index.ts";
import type { AppError } from "#lib/kernel/errors/index.ts";
import type { ErrorText } from "./errors.ts";
import { nameProblem } from "./problems.ts";

const Issues = z.object({
  issues: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), code: z.string() })),
});

/** The code of what is wrong with one field; undefined if nothing is. */
export function issueOf(error: AppError | undefined, field: string): string | undefined {
  const issues = Issues.safeParse(error?.details).data?.issues ?? [];
  return issues.find(({ path }) => path.includes(field))?.code;
}

/** By the field and its code: what stopped a form that has no such field, or where to find it. */
const texts: readonly (readonly [field: string, code: string | null, ErrorText])[] = [
  [
    "periodo",
    null,
    {
      title: "No se puede leer ese mes",
      advice: `Se leen el mes en curso y los ${syncedMonths} anteriores, escritos como 2026-08.`,
    },
  ],
  [
    "alcances",
    "not_allowed",
    {
      title: "No hay nada que leer de ese mes",
      advice: "Los módulos de esta conexión se leen solo del mes en curso, o no tiene ninguno.",
    },
  ],
  [
    "id",
    "not_allowed",
    {
      title: "Ya no se puede cancelar",
      advice: "Se cancela solo lo que está en cola, y esta lectura ya empezó. Abajo se ve cómo va.",
    },
  ],
  [
    "enlaceId",
    "not_allowed",
    {
      title: "Ese enlace ya se usó",
      advice:
        "La conexión que se hizo con él está en la lista: para cortarla, olvida su clave en su página.",
    },
  ],
  [
    "accesoHasta",
    null,
    { title: "Falta corregir algo", advice: "Revisa el día en «Acceso hasta», más abajo." },
  ],
  ["nombre", null, { title: "Falta corregir algo", advice: nameProblem }],
];

/** Null if the error is about something else, whose own text says enough. */
export function issueText(error: AppError): ErrorText | null {
  const found = texts.find(([field, code]) => {
    const issue = issueOf(error, field);
    return issue !== undefined && (code ?? issue) === issue;
  });
  return found?.[2] ?? null;
}
