import * as z from "zod";
import { addDays } from "#lib/chile/index.ts";
import { parseAnswer, unknownShape } from "#lib/contract/bank/index.ts";
import type {
  FoliosInUse,
  InvoiceAnswer,
  InvoicedDocument,
  InvoiceRefusal,
  Invoicing,
  InvoicingAccount,
} from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { parseAccount } from "../parse/account.ts";
import { documentBody } from "../parse/document-body.ts";
import { ownRut, parseDocument } from "../parse/documents.ts";
import { parseRange } from "../parse/folios.ts";
import { issuedOf, parseWholeDocument } from "../parse/issued.ts";
import { parsePreview } from "../parse/preview.ts";
import { documentos, folios, type Documento } from "../store.ts";
import { apiFailure, type ApiAnswer, type Api } from "./api.ts";
import { rejectedFields } from "./document-issues.ts";
import { readList } from "./read-list.ts";

/**
 * Only the problems that mean nothing was issued: a duplicate folio, or a key used before, says
 * nothing about this document.
 */
const refusals: Readonly<Record<string, InvoiceRefusal>> = {
  "documento-no-valido": "contenido",
  "documento-rechazado": "contenido",
  "cuerpo-no-valido": "contenido",
  "cuerpo-demasiado-grande": "contenido",
  "demasiadas-solicitudes": "limite",
  "cuenta-suspendida": "suspendida",
  "clave-ausente": "credencial",
  "clave-no-valida": "credencial",
  "folios-agotados": "folios",
  "certificado-vencido": "certificado",
  "puesta-en-marcha": "puesta_en_marcha",
  "plan-agotado": "plan",
};

/** The furthest that the last day of a list may be from its first. */
const listedDays = 92;

const Emitido = z.looseObject({ id: z.uuid() });

/**
 * Issues documents, for the company whose key was accepted at the login. The login has just read the
 * account: the first question is answered from there, and later ones ask again.
 */
export function invoicing(
  api: Api,
  company: () => string,
  accountOfLogin: () => InvoicingAccount | null,
): Invoicing {
  async function account(): Promise<InvoicingAccount> {
    const found = accountOfLogin() ?? parseAccount((await api.read("cuenta")).json);
    if (found.rut !== company()) throw new AppError("connection_identity_mismatch");
    return found;
  }

  function requireOwn(document: Documento): Documento {
    if (ownRut(document) !== company()) throw new AppError("connection_identity_mismatch");
    return document;
  }

  /** An unreadable document may be any of them: then none can be told apart. */
  async function listed(query: string): Promise<InvoicedDocument[]> {
    const { rows, incompletos, completo } = await readList(api, query, listedDocument);
    if (incompletos > 0 || !completo) throw unknownShape("a list that is not whole");
    return rows.flatMap(({ document, printed }) => issuedOf(requireOwn(document), printed) ?? []);
  }

  return {
    account,
    async foliosInUse(tipoDte): Promise<FoliosInUse> {
      const { rows } = await readList(api, `folios?tipo=${tipoDte}`, {
        parse: parseRange,
        keyOf: folios.key,
      });
      const usable = rows.filter(({ disponibles }) => disponibles > 0);
      const days = usable.map(({ fechaAutorizacion }) => fechaAutorizacion).toSorted();
      return {
        disponibles: usable.reduce((sum, { disponibles }) => sum + disponibles, 0),
        // In the order in which they were authorized.
        fechaAutorizacion: days[0] ?? null,
      };
    },
    async preview(document) {
      const body = documentBody(document);
      const answer = await api.ask({ path: "documentos/vista-previa", body });
      if (answer.status === 200) return parsePreview(answer.json, body);
      throw previewFailure(answer);
    },
    async send(document, operacionId): Promise<InvoiceAnswer> {
      const body = { ...documentBody(document), referencia: operacionId };
      const headers = { "idempotency-key": operacionId };
      const answer = await api.once({ path: "documentos", body, headers });
      if (answer.status === 202) {
        return { kind: "accepted", id: parseAnswer(Emitido, answer.json).id };
      }
      const kind = answer.problem?.kind ?? "";
      const refusal = Object.hasOwn(refusals, kind) ? refusals[kind] : undefined;
      if (refusal === undefined) throw apiFailure(answer);
      return { kind: "refused", refusal };
    },
    async issued({ tipoDte, receptorRut, fecha, hasta = fecha }) {
      const found: InvoicedDocument[] = [];
      for (let desde = fecha; desde <= hasta; desde = addDays(desde, listedDays + 1)) {
        const last = addDays(desde, listedDays);
        const days = `desde=${desde}&hasta=${last < hasta ? last : hasta}`;
        found.push(
          ...(await listed(
            `documentos?lado=emitidos&${days}&tipo=${tipoDte}&receptor=${receptorRut}`,
          )),
        );
      }
      return found;
    },
    referred: (operacionId) => listed(`documentos?referencia=${operacionId}`),
    async find(id) {
      const answer = await api.ask({ path: `documentos/${encodeURIComponent(id)}` });
      if (answer.problem?.kind === "no-encontrado") return null;
      if (answer.status !== 200) throw apiFailure(answer);
      const document = parseDocument(answer.json);
      if (document !== null) requireOwn(document);
      return parseWholeDocument(answer.json);
    },
  };
}

interface ListedDocument {
  document: Documento;
  printed: unknown;
}

const listedDocument = {
  parse(printed: unknown): ListedDocument | null {
    const document = parseDocument(printed);
    return document === null ? null : { document, printed };
  },
  keyOf: ({ document }: ListedDocument) => documentos.key(document),
};

function previewFailure(answer: ApiAnswer): AppError {
  const { problem } = answer;
  if (problem?.kind !== "documento-no-valido") return apiFailure(answer);
  const details = { issues: rejectedFields(problem) };
  return new AppError("tributario_dte_validation_failed", { details });
}
