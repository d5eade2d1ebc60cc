import type { DocumentRequest, DteReference } from "#lib/contract/index.ts";

/** The document that the request reverses completely, `33|120`, whichever tool it uses. */
export function targetOf(request: DocumentRequest): string | null {
  switch (request.kind) {
    case "anulacion":
      return `${request.tipoDte}|${request.folio}`;
    case "boleta":
    case "documento":
      return null;
    case "nota_credito":
      return request.nota.codigo === 1 ? `${request.nota.tipoDte}|${request.nota.folio}` : null;
    case "dte": {
      const { tipoDte, referencias } = request.documento;
      const annulled = referencias.find(({ codigo }) => codigo === 1);
      return tipoDte === 61 && annulled !== undefined ? nameOf(annulled) : null;
    }
  }
}

/** The document that a request says it annuls: a note of any kind may do so by its references. */
export function annulledBy(request: DocumentRequest): { tipoDte: number; folio: number } | null {
  switch (request.kind) {
    case "anulacion":
      return { tipoDte: request.tipoDte, folio: request.folio };
    case "nota_credito": {
      const { codigo, tipoDte, folio } = request.nota;
      return codigo === 1 ? { tipoDte, folio } : null;
    }
    case "boleta":
    case "dte":
    case "documento":
      return null;
  }
}

/** A folio is a text in a reference: `0120` is document 120. */
function nameOf({ tipoDoc, folio }: DteReference): string {
  return `${tipoDoc}|${folio.replace(/^0+(?=\d)/, "")}`;
}
