import { nombreTipoDocumento } from "#lib/chile/index.ts";
import type { AcceptanceState } from "#lib/contract/index.ts";
import type { OperationFilter, OperationLine } from "#lib/acts/documents/index.ts";
import type { ReadReceipt } from "#lib/ledger/index.ts";

type State = OperationLine["state"];

interface StateText {
  text: string;
  kind: "" | "good" | "warn" | "bad";
}

/** `Factura electrónica`; `Documento 801` where the code is its only name. */
export function documentName(tipoDte: number): string {
  const name = nombreTipoDocumento(tipoDte);
  return name === String(tipoDte) ? `Documento ${name}` : name;
}

/** Its state in words; `kind` sets the colour. Issued is not final: the authority has the last word. */
export function stateText(state: State, acceptance: AcceptanceState | null): StateText {
  switch (state) {
    case "queued":
      return { text: "en cola", kind: "" };
    case "running":
      return { text: "en curso", kind: "" };
    case "crossed":
      return { text: "enviándose", kind: "warn" };
    case "done":
      return issuedText(acceptance);
    case "rejected":
      return { text: "rechazado", kind: "bad" };
    case "unknown":
      return { text: "no se sabe", kind: "warn" };
    case "released":
      return { text: "no se envió", kind: "" };
  }
}

function issuedText(acceptance: AcceptanceState | null): StateText {
  switch (acceptance) {
    case null:
      return { text: "emitido", kind: "good" };
    case "pendiente":
      return { text: "emitido, la autoridad aún no responde", kind: "" };
    case "aceptado":
      return { text: "emitido y aceptado", kind: "good" };
    case "reparos":
      return { text: "emitido, con reparos", kind: "warn" };
    case "rechazado":
      return { text: "emitido, rechazado por la autoridad", kind: "bad" };
  }
}

/** What a filter can ask for, in people's words, and what it means. */
export const operationFilters = {
  emitido: { label: "Emitidos", states: ["done"], acceptances: [] },
  desconocido: { label: "No se sabe", states: ["unknown"], acceptances: [] },
  // Through the form that issues it, or days later.
  rechazado: { label: "Rechazados", states: ["rejected"], acceptances: ["rechazado"] },
  abierto: { label: "En curso", states: ["queued", "running", "crossed"], acceptances: [] },
  liberado: { label: "No se enviaron", states: ["released"], acceptances: [] },
} as const satisfies Record<string, OperationFilter & { label: string }>;

/** Whether a receipt is the service's own, as just verified. */
export function signatureText({ kind }: ReadReceipt): {
  text: string;
  kind: "good" | "warn" | "bad";
} {
  switch (kind) {
    case "signed":
      return { text: "válida", kind: "good" };
    case "unknown_key":
      return { text: "no se puede comprobar aquí", kind: "warn" };
    case "not_signed":
      return { text: "no corresponde", kind: "bad" };
  }
}

/** How its folio became known, or that there is none. */
export function proofText(proof: "respuesta" | "lista" | null): string {
  switch (proof) {
    case "respuesta":
      return "La autoridad respondió el folio y lo tiene en su lista";
    case "lista":
      return "Se encontró en la lista de la autoridad";
    case null:
      return "La autoridad lo rechazó: no tiene folio";
  }
}

const steps: Readonly<Record<string, string>> = {
  document: "Buscar el documento que se corrige",
  preview: "Preparar la vista previa otra vez",
  propose: "Proponerlo en el portal",
  sign: "Firmar",
  send: "Enviar",
  answer: "Respuesta del portal",
  issued_list: "Buscarlo entre los emitidos",
  left_looked_for: "Buscar lo que quedó a medias en el portal",
};

/** A step of an emission in words; an old one that is no longer taken keeps its name. */
export function stepText(step: string): string {
  return steps[step] ?? step;
}
