import { bancoB } from "../portals/banco_b/portal.ts";
import type { BankUnderTest, Page } from "./bank-under-test.ts";

/** The bank's JSON API as its own application uses it: keeps cookies, and consumes a token with every POST. */
export interface BancoBCaller {
  get(path: string): Promise<Called>;
  post(path: string, body?: unknown): Promise<Called>;
  /** A new token, as after a reload. */
  renew(): Promise<void>;
  page(path: string): Promise<Response>;
}

export interface Called {
  status: number;
  codigo: string;
  rutEmpresa: string | undefined;
  datos: Record<string, unknown>;
}

export const okLogin = { rut: "12.345.678-5", clave: "clave-bancob" };
export const mainChoice = { idEmpresa: "EMP76555835" };

export function callerOf(portalUrl: string): BancoBCaller {
  const cookies = new Map<string, string>();
  let token: string | undefined;

  async function ask(path: string, init: RequestInit): Promise<Response> {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const headers = { ...(init.headers as Record<string, string>), cookie };
    const response = await fetch(`${portalUrl}${path}`, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = line.split(";")[0]?.split("=") ?? [];
      cookies.set(name, value);
    }
    return response;
  }

  async function called(response: Response): Promise<Called> {
    token = response.headers.get("x-csrf-token") ?? token;
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    const body = (isJson ? await response.json() : { codigo: "" }) as Called;
    return { ...body, status: response.status };
  }

  async function renew(): Promise<void> {
    const { datos } = await called(await ask("/api/seguridad/token", {}));
    token = String(datos["token"]);
  }

  return {
    renew,
    get: async (path) => called(await ask(`/api${path}`, {})),
    async post(path, body = {}) {
      if (token === undefined) await renew();
      const headers = { "content-type": "application/json", "x-csrf-token": token ?? "" };
      return called(
        await ask(`/api${path}`, { method: "POST", headers, body: JSON.stringify(body) }),
      );
    },
    page: (path) => ask(path, {}),
  };
}

export function logIn(caller: BancoBCaller, login = okLogin): Promise<Called> {
  return caller.post("/sesion/ingresar", login);
}

export async function enter(caller: BancoBCaller): Promise<Called> {
  await logIn(caller);
  return caller.post("/sesion/empresa", mainChoice);
}

type Rows = Record<string, unknown>[];

/** Every page of a list; `name` is where an answer keeps its rows. */
export async function everyPage(
  caller: BancoBCaller,
  path: string,
  body: Record<string, unknown>,
  name: string,
): Promise<{ rows: Rows; pages: number }> {
  const rows: Rows = [];
  for (let pagina = 1; ; pagina += 1) {
    const { datos } = await caller.post(path, { ...body, pagina });
    rows.push(...(datos[name] as Rows));
    const isLast = datos["hayMas"] === false || datos["totalPaginas"] === pagina;
    if (isLast) return { rows, pages: pagina };
  }
}

function pageOf({ status, ...body }: Called): Page {
  return { status, text: JSON.stringify(body) };
}

export const bancoBUnderTest: BankUnderTest = {
  definition: bancoB,
  login: okLogin,
  idleMinutes: 10,
  front: "/app",
  leads: {
    ok: '"portal":"EMPRESAS"',
    other_company: '"empresas":[{"idEmpresa":"EMP77879240"',
    wrong_password: '"codigo":"21"',
    account_blocked: '"codigo":"22"',
    variant: '"portal":"PYME","destino":"/portals/banco_b/pyme","empresas":[]',
  },
  active: '"codigo":"23"',
  ended: '"codigo":"98"',
  variantRefused: '"codigo":"98"',
  asksForCompany: true,
  companyShown: (rut) => `"rutEmpresa":"${rut.replace("-", "").padStart(10, "0")}"`,
  names: {
    saldos: { usual: '"saldoContable"', changed: '"saldoLibro"' },
    movimientos: { usual: '"monto"', changed: '"importe"' },
  },
  inside: ["/api/cuentas", "/api/sesion"],
  visit(url) {
    const caller = callerOf(url);
    const post = async (path: string, body?: object) => pageOf(await caller.post(path, body));
    return {
      logIn: async (login) => pageOf(await logIn(caller, login)),
      enter: async () => pageOf(await enter(caller)),
      choose: (place) =>
        post("/sesion/empresa", place === 1 ? mainChoice : { idEmpresa: "EMP76177907" }),
      saldos: () => post("/saldos"),
      movimientos: (cuenta) => post("/movimientos/cartola-historica", { cuenta, mes: "202609" }),
      logOut: () => post("/sesion/salir"),
      async get(path) {
        const response = await caller.page(path);
        return { status: response.status, text: await response.text() };
      },
    };
  },
};
