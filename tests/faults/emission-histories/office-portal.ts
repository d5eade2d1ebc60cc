import { AppError } from "#lib/kernel/errors/index.ts";
import type { OpenPortal } from "#lib/jobs/index.ts";
import type { Emitter, EmissionRequest, PreviewedDocument } from "#lib/contract/index.ts";
import { outside } from "./mortal-edges.ts";
import { OfficeSilent, type OfficeVisit, type Sheet, type TaxOffice } from "./tax-office.ts";

/** The office behind the interface of a portal's driver: each call is a step outside. */
export function officePortal(officeNow: () => TaxOffice): OpenPortal {
  return async () => {
    const office = officeNow();
    const open: { visit: OfficeVisit | null } = { visit: null };
    return {
      driver: {
        login: async (_fields, rut, { submitting }) => {
          await submitting();
          return ask(() => {
            const visit = office.enter();
            if (visit === "busy") return { kind: "busy" };
            open.visit = visit;
            return { kind: "ok", company: { rut: rut ?? "76555835-2", razonSocial: "Empresa" } };
          });
        },
        read: () => Promise.reject(new TypeError("nothing is read in these histories")),
        logout: () =>
          ask(() => {
            if (open.visit !== null) office.logOut(open.visit);
          }),
        emitter: emitterOf(office, open),
      },
      evidence: () => Promise.resolve(null),
      close: () => Promise.resolve(),
    };
  };
}

function emitterOf(office: TaxOffice, open: { visit: OfficeVisit | null }): Emitter {
  const inside = <T>(work: (visit: OfficeVisit) => T): Promise<T> =>
    ask(() => {
      if (open.visit === null) throw new OfficeSilent("nobody came in");
      return work(open.visit);
    });
  return {
    preview: (request) =>
      inside((visit) => {
        const sheet = sheetOf(request);
        const { net, tax, total } = office.fill(visit, sheet);
        return {
          tipoDte: sheet.type,
          receptorRut: sheet.receiver,
          fechaEmision: sheet.date as ReturnType<typeof dateOf>,
          totales: { neto: net, exento: 0, iva: tax, total },
          normalizado: { linea: sheet.line, neto: String(net) },
          revisionEmisor: "1",
          tiposDte: [33, 61],
          anula: annulledBy(request),
          advertencias: [],
        };
      }),
    propose: () => inside(() => undefined),
    sign: () => inside((visit) => office.sign(visit)),
    send: () =>
      inside((visit) => {
        const reply = office.send(visit);
        if ("refused" in reply) return { kind: "refused", unsigned: reply.refused !== "content" };
        return { kind: "accepted", folio: reply.folio };
      }),
    issued: ({ tipoDte, fecha }) =>
      inside((visit) =>
        office.list(visit, { type: tipoDte, date: fecha }).map((one) => ({
          tipoDte: one.type,
          folio: one.folio,
          fecha: one.date as typeof fecha,
          receptorRut: one.receiver,
          total: one.total,
          anuladoPor: noteOf(office.noteOn(one.folio)),
        })),
      ),
    pdf: () => Promise.reject(new TypeError("no files in these histories")),
  };
}

function ask<T>(work: () => T): Promise<T> {
  return outside(async () => {
    try {
      return work();
    } catch (error) {
      if (error instanceof OfficeSilent) throw new AppError("timeout", { cause: error });
      throw error;
    }
  });
}

function sheetOf(request: EmissionRequest): Sheet {
  if (request.kind === "anulacion") throw new TypeError("no annulments in these histories");
  const { documento } = request;
  return {
    type: documento.tipoDte,
    receiver: documento.receptor?.rut ?? null,
    date: dateOf(request),
    line: documento.lineas.map(({ nombre }) => nombre).join("|"),
    annuls: annulledBy(request)?.folio ?? null,
    net: netOf(request),
  };
}

/** Prices of a receipt include the tax. */
function netOf({ kind, documento }: Exclude<EmissionRequest, { kind: "anulacion" }>): number {
  const sum = documento.lineas.reduce((sum, line) => sum + line.precioUnitario, 0);
  return kind === "boleta" ? Math.round(sum / 1.19) : sum;
}

/** What a credit note cancels in full. */
function annulledBy(request: EmissionRequest): PreviewedDocument["anula"] {
  if (request.kind !== "dte" || request.documento.tipoDte !== 61) return null;
  const [reference] = request.documento.referencias.filter(({ codigo }) => codigo === 1);
  if (reference === undefined) return null;
  return { tipoDte: reference.tipoDoc, folio: Number(reference.folio), fecha: reference.fecha };
}

function noteOf(folio: number | null) {
  return folio === null ? null : { tipoDte: 61, folio };
}

function dateOf(request: Exclude<EmissionRequest, { kind: "anulacion" }>) {
  return request.documento.fechaEmision;
}
