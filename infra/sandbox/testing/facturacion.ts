import type { TestSandbox } from "./sandbox.ts";

export const main = "76555835-2";

export interface Answered<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Body;
}

/** A caller with a key. */
export interface Caller {
  get<Body = Record<string, unknown>>(path: string): Promise<Answered<Body>>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answered>;
  /** Every page of a list, following the links. */
  all<Row>(path: string): Promise<{ rows: Row[]; sizes: number[] }>;
}

interface ListedKey {
  apiKey: string;
  leadsTo: string;
  empresas: string[];
}

export async function listedKeys(sandbox: TestSandbox): Promise<ListedKey[]> {
  type Listed = { system: string; logins: ListedKey[] };
  const { body } = await sandbox.control<Listed[]>("GET", "/portals");
  return body.find(({ system }) => system === "facturacion")?.logins ?? [];
}

/** With the first listed key that leads there. */
export async function callerFor(sandbox: TestSandbox, leadsTo = "ok"): Promise<Caller> {
  const listed = (await listedKeys(sandbox)).find((one) => one.leadsTo === leadsTo);
  if (!listed) throw new Error(`no key that leads to ${leadsTo}`);
  return callerWith(sandbox, listed.apiKey);
}

export function callerWith(sandbox: TestSandbox, apiKey: string): Caller {
  const base = `${sandbox.url}/portals/facturacion/v2`;

  async function ask<Body>(url: string, init: RequestInit): Promise<Answered<Body>> {
    const headers = { "api-key": apiKey, ...(init.headers as Record<string, string>) };
    const response = await fetch(url, { ...init, headers });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    const body = (isJson ? JSON.parse(text) : { text }) as Body;
    return { status: response.status, headers: response.headers, body };
  }

  return {
    get: (path) => ask(`${base}${path}`, {}),
    post: (path, body, headers = {}) =>
      ask(`${base}${path}`, {
        method: "POST",
        body: typeof body === "string" ? body : JSON.stringify(body),
        headers: { "content-type": "application/json", ...headers },
      }),
    async all<Row>(path: string) {
      const pages: Row[][] = [];
      let next: string | undefined = `${base}${path}`;
      while (next) {
        const { headers, body }: Answered<Row[]> = await ask<Row[]>(next, {});
        pages.push(body);
        next = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
      }
      return { rows: pages.flat(), sizes: pages.map(({ length }) => length) };
    },
  };
}

export const receiver = {
  rut: "77.879.240-0",
  razon_social: "  Servicios   Íñigo Peña E.I.R.L. ",
  giro: "Servicios de ingeniería",
  direccion: "Av. Ñuble 12",
  comuna: "Ñuñoa",
  ciudad: "Santiago",
};

/** 2 × 1500.50 and an exempt line of 700: net 3001, tax 570, exempt 700, total 4271. */
export const invoice = {
  tipo: 33,
  fecha_emision: "2026-11-20",
  receptor: receiver,
  forma_pago: "credito",
  lineas: [
    { nombre: "Servicio de año", cantidad: "2", precio: "1500.50" },
    { nombre: "Libro", cantidad: "1", precio: "700", exenta: true },
  ],
  referencia: "oper_1",
};

export interface PrintedDocument {
  id: string;
  lado: string;
  tipo: number;
  folio: number;
  estado: string;
  fecha_emision: string;
  emisor: Record<string, unknown>;
  receptor: Record<string, unknown>;
  montos: Record<"neto" | "exento" | "iva" | "total", string>;
  track_id: string | null;
  autoridad: { estado: string; respondido_en: string | null; glosa: string | null };
  referencia: string | null;
}

export interface TrueDocument {
  id: string;
  lado: string;
  tipoDoc: number;
  folio: number;
  rut: string;
  fecha: string;
  neto: number;
  exento: number;
  iva: number;
  total: number;
  estado: string;
  trackId: string | null;
  referencia: string | null;
}

export async function truthOf(
  sandbox: TestSandbox,
  periodo: string,
  more = "",
): Promise<TrueDocument[]> {
  const path = `/portals/facturacion/truth?resource=documentos&periodo=${periodo}${more}`;
  return (await sandbox.control<{ rows: TrueDocument[] }>("GET", path)).body.rows;
}
