import type { FieldProblem } from "#lib/links/index.ts";

export const emptyText = "Falta este dato.";
export const invalidRutText =
  "Ese RUT no es válido: revisa el número y el dígito verificador, por ejemplo 12.345.678-5.";

export function fieldText(problem: FieldProblem): string {
  switch (problem) {
    case "required":
      return emptyText;
    case "invalid_rut":
      return invalidRutText;
    case "too_long":
      return "Es demasiado largo.";
    case "forbidden_content":
      return "Tiene un carácter que no se puede usar. Escríbelo a mano.";
  }
}
