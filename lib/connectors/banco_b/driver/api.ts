import { inPage, open, step, type BrowserSession } from "#lib/browser/index.ts";
import { parseRut } from "#lib/chile/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { unknownShape } from "#lib/tools/define/bank/index.ts";
import { SessionEnded } from "#lib/tools/define/index.ts";
import { understood } from "../parse/answer.ts";
import { codes, Envelope, Token } from "../portal.ts";
import { fetchInPage, type Fetched } from "./fetch-in-page.ts";

const callLimitMs = 30_000;

/**
 * The portal's own JSON API, called from its own page: with its cookies, through the browser's
 * walls. Every POST spends the token that the answer before it brought, so calls go one by one.
 */
export class BancoBApi {
  readonly #session: BrowserSession;
  readonly #baseUrl: string;
  #token: string | null = null;

  constructor(session: BrowserSession, baseUrl: string) {
    this.#session = session;
    this.#baseUrl = baseUrl;
  }

  /** The same API on a time of its own: the session's signal has often fired at the end. */
  within(signal: AbortSignal): BancoBApi {
    return new BancoBApi({ ...this.#session, signal }, this.#baseUrl);
  }

  /** Loads the application, whose page the calls come from. */
  async start(): Promise<void> {
    this.#token = null;
    await open(this.#session, `${this.#baseUrl}/app`);
  }

  async post(path: string, body: object = {}): Promise<Envelope> {
    const token = this.#token ?? (await this.#freshToken());
    this.#token = null;
    return this.#read(await this.#call(path, { body: JSON.stringify(body), token }));
  }

  async get(path: string): Promise<Envelope> {
    return this.#read(await this.#call(path, null));
  }

  async #freshToken(): Promise<string> {
    const { codigo, datos } = await this.get("/seguridad/token");
    if (codigo !== codes.ok) throw unknownShape("no token for the next call");
    return understood(Token, datos).token;
  }

  async #call(path: string, sent: { body: string; token: string } | null): Promise<Fetched> {
    const { page } = this.#session;
    const url = `${this.#baseUrl}/api${path}`;
    const fetched = await step(this.#session, "call the portal", () =>
      inPage(page, fetchInPage, { url, sent, limitMs: callLimitMs }),
    );
    if (fetched.kind === "answered") this.#token = fetched.token ?? this.#token;
    return fetched;
  }

  #read(fetched: Fetched): Envelope {
    if (fetched.kind === "late") throw new AppError("timeout");
    if (fetched.kind === "lost") throw new AppError("upstream_error");
    const { status, text } = fetched;
    if (status >= 500 || status === 429) {
      throw new AppError("upstream_error", { cause: new Error(`status ${status}`) });
    }
    return understood(Envelope, parsed(text));
  }
}

/** The data of an answer that is about this company and nobody else. */
export function companyData({ codigo, rutEmpresa, datos }: Envelope, rut: string): unknown {
  if (codigo === codes.sessionEnded) throw new SessionEnded();
  if (codigo !== codes.ok) throw unknownShape("a refusal that is not known");
  if (rutEmpresa === undefined) throw unknownShape("an answer that names no company");
  if (parseRut(rutEmpresa) !== rut) throw new AppError("connection_identity_mismatch");
  return datos;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unknownShape("an answer that is not JSON");
  }
}
