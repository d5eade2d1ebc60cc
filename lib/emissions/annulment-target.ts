import type { DteReference, EmissionRequest } from "#lib/contract/index.ts";

/** The document that the request takes back whole, `33|120`, whichever tool it comes by. */
export function targetOf(request: EmissionRequest): string | null {
  switch (request.kind) {
    case "anulacion":
      return `${request.tipoDte}|${request.folio}`;
    case "boleta":
      return null;
    case "dte": {
      const { tipoDte, referencias } = request.documento;
      const annulled = referencias.find(({ codigo }) => codigo === 1);
      return tipoDte === 61 && annulled !== undefined ? nameOf(annulled) : null;
    }
  }
}

/** A folio is a text in a reference: `0120` is the document 120. */
function nameOf({ tipoDoc, folio }: DteReference): string {
  return `${tipoDoc}|${folio.replace(/^0+(?=\d)/, "")}`;
}
