import type { OperationLine } from "#lib/emissions/index.ts";

type State = OperationLine["state"];

/** What became of it, in words; `kind` colours them. */
export function stateText(state: State): { text: string; kind: "" | "good" | "warn" | "bad" } {
  switch (state) {
    case "queued":
      return { text: "en cola", kind: "" };
    case "running":
      return { text: "en curso", kind: "" };
    case "crossed":
      return { text: "enviándose", kind: "warn" };
    case "emitted":
      return { text: "emitido", kind: "good" };
    case "rejected":
      return { text: "rechazado", kind: "bad" };
    case "unknown":
      return { text: "no se sabe", kind: "warn" };
    case "released":
      return { text: "no se envió", kind: "" };
  }
}

/** What a filter can ask for, and the states that it means. */
export const stateFilters = {
  emitido: ["emitted"],
  rechazado: ["rejected"],
  desconocido: ["unknown"],
  abierto: ["queued", "running", "crossed"],
  liberado: ["released"],
} as const satisfies Record<string, readonly State[]>;

export const filterNames: readonly { value: string; label: string }[] = [
  { value: "", label: "Todos" },
  { value: "emitido", label: "Emitidos" },
  { value: "desconocido", label: "No se sabe" },
  { value: "rechazado", label: "Rechazados" },
  { value: "abierto", label: "En curso" },
  { value: "liberado", label: "No se enviaron" },
];
