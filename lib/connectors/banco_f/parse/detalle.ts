import { partyOf, type Reading } from "./party.ts";

const label = /(?<name>Rut|Nombre|Banco|Cuenta)\s+Origen\s*:/giu;
const names = { rut: "", nombre: "", banco: "", cuenta: "" };

/** `Rut Origen: … Nombre Origen: …`: labels in any order, some of them, nothing beside them. */
export function readDetalle(detalle: string): Reading {
  const labels = [...detalle.matchAll(label)];
  const [first] = labels;
  if (first === undefined || detalle.slice(0, first.index).trim() !== "") {
    return { kind: "unsupported" };
  }
  const texts = { ...names };
  for (const [place, found] of labels.entries()) {
    const field = (found.groups?.["name"] ?? "").toLowerCase() as keyof typeof names;
    const value = detalle.slice(found.index + found[0].length, labels[place + 1]?.index).trim();
    // A label of another kind, or the same one again: it is not clear whose each value is.
    if (value.includes(":") || texts[field] !== "") return { kind: "ambiguous" };
    texts[field] = value;
  }
  return partyOf(texts);
}
