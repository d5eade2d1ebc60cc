import {
  askInPage,
  openAddress,
  type BrowserSession,
  type InPageRequest,
} from "#lib/browser/index.ts";
import { ownPage, parseAnswer, parseJson, unknownShape } from "#lib/contract/bank/index.ts";
import { SessionEnded } from "#lib/contract/index.ts";
import { codes, Envelope, Token } from "../portal.ts";

const tokenHeader = "x-csrf-token";

/**
 * The portal's own JSON API, called from its own page. Every POST spends the token that the
 * previous answer brought, so calls run one at a time; after an answer without a token, a new one
 * is fetched.
 */
export class BancoBApi {
  readonly #session: BrowserSession;
  readonly #baseUrl: string;
  #token: string | null = null;

  constructor(session: BrowserSession, baseUrl: string) {
    this.#session = session;
    this.#baseUrl = baseUrl.replace(/\/$/, "");
  }

  /** Loads the application, whose page makes the calls; calls still waiting are abandoned. */
  async start(): Promise<void> {
    this.#token = null;
    await openAddress(this.#session, `${this.#baseUrl}/app`);
  }

  async post(path: string, json: object = {}): Promise<Envelope> {
    const token = this.#token ?? (await this.#freshToken());
    this.#token = null;
    return this.#ask(path, { json, headers: { [tokenHeader]: token } });
  }

  async get(path: string): Promise<Envelope> {
    return this.#ask(path, {});
  }

  async #freshToken(): Promise<string> {
    const { codigo, datos } = await this.get("/seguridad/token");
    if (codigo === codes.sessionEnded) throw new SessionEnded();
    if (codigo !== codes.ok) throw unknownShape("no token for the next call");
    return parseAnswer(Token, datos).token;
  }

  async #ask(path: string, request: Omit<InPageRequest, "url">): Promise<Envelope> {
    const url = `${this.#baseUrl}/api${path}`;
    const { text, headers } = await askInPage(this.#session, { ...request, url });
    this.#token = headers[tokenHeader] ?? this.#token;
    return parseJson(Envelope, text);
  }
}

/** The data of an answer, which must be about this company and no other. */
export function companyData({ codigo, rutEmpresa, datos }: Envelope, rut: string): unknown {
  const asksToLogIn = codigo === codes.sessionEnded;
  if (codigo !== codes.ok && !asksToLogIn) throw unknownShape("a refusal that is not known");
  ownPage({ asksToLogIn, titular: rutEmpresa ?? null }, rut);
  return datos;
}
