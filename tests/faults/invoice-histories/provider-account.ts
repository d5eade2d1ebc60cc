import type { TestSandbox } from "#infra/sandbox/testing/sandbox.ts";
import { callerWith, invoice as printed } from "#infra/sandbox/testing/facturacion.ts";
import { addMonths, periodoOf, type Periodo } from "#lib/chile/index.ts";
import { facturacionLogin } from "#tests/support/scenes/facturacion-login.ts";

/** A document issued through the provider, as the provider has it. */
export interface HeldDocument {
  id: string;
  tipo: number;
  folio: number;
  total: number;
  /** How a test identifies it: a note by its reason, any other one by its line. Null: somebody else's. */
  name: string | null;
  /** The folio of the document that it says it annuls. */
  annuls: number | null;
  /** `aceptado`, `anulado`: the document's own state, in the provider's words. */
  state: string;
  /** The authority's answer. */
  verdict: string;
}

interface Printed {
  id: string;
  tipo: number;
  folio: number;
  estado: string;
  montos: { total: string };
  autoridad: { estado: string };
  lineas: { nombre: string }[];
  referencias: { folio: string; codigo: number | null; razon: string | null }[];
}

/** The provider's own account of what happened there, and what a test can change in it. */
export interface ProviderAccount {
  change(switches: object): Promise<void>;
  fault(kind: string, more?: { times?: number; delayMs?: number }): Promise<void>;
  noFaults(): Promise<void>;
  addRows(resource: "documentos" | "folios", rows: object[]): Promise<void>;
  folioRanges(): Promise<{ tipoDoc: number; desde: number; hasta: number; estado: string }[]>;
  /** Somebody else annuls the invoice, with a note of another amount. */
  annulByHand(folio: number): Promise<void>;
  log(): Promise<Record<string, number>>;
  /** Documents that are not of the generated past. */
  documents(): Promise<HeldDocument[]>;
  /** Resets everything. */
  reset(): Promise<void>;
}

/** Folios of the generated past are far above. */
const firstGeneratedFolio = 1_000_000;

export function providerAccount(sandbox: TestSandbox, now: () => Date): ProviderAccount {
  const { apiKey, empresa } = facturacionLogin();
  const caller = callerWith(sandbox, apiKey);
  const portal = "/portals/facturacion";
  let since = periodoOf(now());

  async function control<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await sandbox.control<T>(method, path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async function truth<Row>(resource: string, periodo: Periodo): Promise<Row[]> {
    const query = `resource=${resource}&periodo=${periodo}&rut=${empresa}&lado=emitidos`;
    return (await control<{ rows: Row[] }>("GET", `${portal}/truth?${query}`)).rows;
  }

  async function document(id: string): Promise<HeldDocument> {
    const { status, body } = await caller.get<Printed>(`/documentos/${id}`);
    if (status !== 200) throw new Error(`${id}: ${status}`);
    const [line] = body.lineas;
    const [reference] = body.referencias;
    return {
      id,
      tipo: body.tipo,
      folio: body.folio,
      total: Number(body.montos.total),
      name: reference?.razon ?? line?.nombre ?? null,
      annuls: reference?.codigo === 1 ? Number(reference.folio) : null,
      state: body.estado,
      verdict: body.autoridad.estado,
    };
  }

  return {
    change: async (switches) => void (await control("PATCH", portal, switches)),
    fault: async (kind, more = {}) =>
      void (await control("POST", `${portal}/faults`, { kind, ...more })),
    noFaults: async () => void (await control("DELETE", `${portal}/faults`)),
    addRows: async (resource, rows) =>
      void (await control("POST", `${portal}/rows`, { resource, rut: empresa, rows })),
    folioRanges: () => truth("folios", periodoOf(now())),
    annulByHand: async (folio) => {
      const { fecha_emision: fecha, lineas, ...more } = printed;
      const [line] = lineas;
      const referencias = [{ tipo: "33", folio: String(folio), fecha, codigo: 1, razon: null }];
      const note = { ...more, tipo: 61, lineas: [line], referencias, referencia: null };
      const { status } = await caller.post("/documentos", note);
      if (status !== 202) throw new Error(`the note by hand: ${status}`);
    },
    log: () => control("GET", `${portal}/log`),
    documents: async () => {
      const found: HeldDocument[] = [];
      const last = periodoOf(now());
      for (let periodo = since; periodo <= last; periodo = addMonths(periodo, 1)) {
        for (const { id, folio } of await truth<{ id: string; folio: number }>(
          "documentos",
          periodo,
        )) {
          if (folio < firstGeneratedFolio) found.push(await document(id));
        }
      }
      return found;
    },
    reset: async () => {
      since = periodoOf(now());
      await control("POST", "/reset");
    },
  };
}
