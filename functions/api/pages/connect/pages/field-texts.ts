import type { FieldProblem, LinkField } from "#lib/links/index.ts";

export const rutHint = "Por ejemplo 12.345.678-5, con o sin puntos.";

const invalidRutText = "Ese RUT no es válido: revisa el número y el dígito verificador.";

/** The first words of labels that are not masculine. */
const feminine = ["Clave", "Llave"];

/** The message for a field that was left empty. */
function emptyText({ label }: LinkField): string {
  const [first = ""] = label.split(" ");
  const isFeminine = feminine.includes(first);
  // Acronyms keep their capitals.
  const name = first === first.toUpperCase() ? label : label[0]?.toLowerCase() + label.slice(1);
  return `Escribe ${isFeminine ? "la" : "el"} ${name}.`;
}

export function fieldText(problem: FieldProblem, field: LinkField): string {
  switch (problem) {
    case "required":
      return emptyText(field);
    case "invalid_rut":
      return invalidRutText;
    case "too_long":
      return "Es demasiado largo.";
    case "forbidden_content":
      return "Tiene un carácter que no se puede usar. Escríbelo a mano.";
  }
}
