import { createHash } from "node:crypto";
import type { TestSandbox } from "./sandbox.ts";

export const account = "ana.soto@correo.sandbox.test";
export const password = "clave-correo";
export const client = { id: "connect-sandbox", secret: "secreto-de-connect-sandbox" };
export const redirectUri = "http://127.0.0.1:9/connect/oauth/callback";
export const verifier = "v".repeat(43);
export const challenge = createHash("sha256").update(verifier).digest("base64url");
export const allScopes = "buzon.leer buzon.redactar buzon.enviar";

type Fields = Record<string, string>;

export interface Answered<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface ListedMailbox {
  account: string;
  password: string;
  refreshToken: string;
  clientId: string;
  clientSecret: string;
  leadsTo: string;
}

export async function listedMailboxes(sandbox: TestSandbox): Promise<ListedMailbox[]> {
  type Listed = { system: string; logins: ListedMailbox[] };
  const { body } = await sandbox.control<Listed[]>("GET", "/portals");
  return body.find(({ system }) => system === "correo")?.logins ?? [];
}

export async function listedToken(sandbox: TestSandbox, leadsTo = "ok"): Promise<string> {
  const found = (await listedMailboxes(sandbox)).find((one) => one.leadsTo === leadsTo);
  if (!found) throw new Error(`no mailbox that leads to ${leadsTo}`);
  return found.refreshToken;
}

const urlOf = (sandbox: TestSandbox) => `${sandbox.url}/portals/correo`;

export function authorizeUrl(sandbox: TestSandbox, more: Fields = {}): string {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: client.id,
    redirect_uri: redirectUri,
    scope: allScopes,
    state: "s-1",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...more,
  });
  return `${urlOf(sandbox)}/oauth/authorize?${query.toString()}`;
}

export async function postForm(
  sandbox: TestSandbox,
  path: string,
  fields: Fields | [string, string][],
): Promise<{ status: number; text: string; location: string | null }> {
  const response = await fetch(`${urlOf(sandbox)}${path}`, {
    method: "POST",
    body: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
    redirect: "manual",
  });
  const location = response.headers.get("location");
  return { status: response.status, text: await response.text(), location };
}

export function requestIn(text: string): string {
  return /name="solicitud" value="([^"]+)"/.exec(text)?.[1] ?? "";
}

export async function logIn(
  sandbox: TestSandbox,
  typed: Fields = {},
  more: Fields = {},
): Promise<{ id: string; text: string }> {
  const shown = await fetch(authorizeUrl(sandbox, more));
  const id = requestIn(await shown.text());
  const fields = { solicitud: id, cuenta: account, clave: password, ...typed };
  const { text } = await postForm(sandbox, "/oauth/ingreso", fields);
  return { id, text };
}

/** What the program receives if somebody ticks these. */
export async function consent(
  sandbox: TestSandbox,
  ticked: readonly string[] = allScopes.split(" "),
  { decision = "permitir", asked = {} }: { decision?: string; asked?: Fields } = {},
): Promise<URLSearchParams> {
  const { id } = await logIn(sandbox, {}, asked);
  const { location } = await postForm(sandbox, "/oauth/permisos", [
    ["solicitud", id],
    ["decision", decision],
    ...ticked.map((scope): [string, string] => ["permiso", scope]),
  ]);
  return new URL(location ?? "").searchParams;
}

export interface TokenAnswer {
  access_token: string;
  refresh_token: string;
  token_type: string;
  expires_in: number;
  scope: string;
  error?: string;
}

export async function askToken(
  sandbox: TestSandbox,
  fields: Fields,
  { path = "token", secret = client.secret } = {},
): Promise<Answered<TokenAnswer>> {
  const response = await fetch(`${urlOf(sandbox)}/oauth/${path}`, {
    method: "POST",
    body: new URLSearchParams({ client_id: client.id, client_secret: secret, ...fields }),
  });
  const text = await response.text();
  const body = (text === "" ? {} : JSON.parse(text)) as TokenAnswer;
  return { status: response.status, headers: response.headers, body };
}

export function exchange(sandbox: TestSandbox, code: string, more: Fields = {}) {
  return askToken(sandbox, {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...more,
  });
}

export function refresh(sandbox: TestSandbox, refreshToken: string) {
  return askToken(sandbox, { grant_type: "refresh_token", refresh_token: refreshToken });
}

export interface MailCaller {
  ask<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Answered<Body>>;
}

export function mailCaller(sandbox: TestSandbox, accessToken: string): MailCaller {
  return {
    async ask<Body>(method: string, path: string, body?: unknown) {
      const response = await fetch(`${urlOf(sandbox)}/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${accessToken}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.includes("json");
      const read = (isJson ? JSON.parse(text) : { text }) as Body;
      return { status: response.status, headers: response.headers, body: read };
    },
  };
}

/** With a fresh access token of the first account that leads there. */
export async function mailCallerFor(sandbox: TestSandbox, leadsTo = "ok"): Promise<MailCaller> {
  const { body } = await refresh(sandbox, await listedToken(sandbox, leadsTo));
  return mailCaller(sandbox, body.access_token);
}

export interface Brief {
  id: string;
  hilo: string;
  etiquetas: string[];
  historia: string;
  recibido: string;
  fragmento: string;
}

export interface Whole extends Brief {
  cabeceras: { nombre: string; valor: string }[];
  partes: {
    numero: string;
    tipo: string;
    nombre: string | null;
    tamano: number;
    datos: string | null;
  }[];
  crudo: string;
}

export interface DraftAnswer {
  id: string;
  mensaje: Brief;
}

export function rawMail(more: Fields = {}, text = "Hola"): string {
  const headers = {
    From: account,
    To: "Íñigo <ana@example.com>",
    Subject: "Factura 7012",
    "Message-ID": "<mine@connect>",
    "X-Connect-Operation": "oper_1",
    "Content-Type": "text/plain; charset=UTF-8",
    ...more,
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${text}\r\n`).toString("base64url");
}

export async function createDraft(
  mail: MailCaller,
  more: Fields = {},
  hilo?: string,
): Promise<DraftAnswer> {
  const mensaje = { crudo: rawMail(more), ...(hilo === undefined ? {} : { hilo }) };
  return (await mail.ask<DraftAnswer>("POST", "/borradores", { mensaje })).body;
}

export function headerOf(
  { cabeceras }: Pick<Whole, "cabeceras">,
  name: string,
): string | undefined {
  return cabeceras.find(({ nombre }) => nombre.toLowerCase() === name.toLowerCase())?.valor;
}

interface TrueMail {
  id: string;
  hilo: string;
  cuenta: string;
  para: string[];
  asunto: string;
  cuerpo: string;
  operacion: string | null;
}

export async function mailTruth<Row = TrueMail>(
  sandbox: TestSandbox,
  resource = "mensajes",
): Promise<Row[]> {
  const path = `/portals/correo/truth?resource=${resource}`;
  return (await sandbox.control<{ rows: Row[] }>("GET", path)).body.rows;
}
