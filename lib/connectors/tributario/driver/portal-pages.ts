import { askInPage, openAddress, readPrinted, step } from "#lib/browser/index.ts";
import type { BrowserSession, PageParts, PrintedPage } from "#lib/browser/index.ts";
import { parseRut } from "#lib/chile/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";
import { hasForm, SessionEnded } from "#lib/contract/index.ts";
import { encodeForm } from "../parse/encode-form.ts";

/** The portal's pages, requested from inside its own page; forms are sent in its own charset. */
export class PortalPages {
  readonly session: BrowserSession;
  readonly baseUrl: string;
  /** The company that every page must be about, once one is chosen. */
  rut: string | null = null;

  constructor(session: BrowserSession, baseUrl: string) {
    this.session = session;
    this.baseUrl = baseUrl.replace(/\/$/, "");
  }

  /** Loads the login page, from which all later requests are made. */
  start(): Promise<void> {
    return openAddress(this.session, `${this.baseUrl}/ingreso`);
  }

  async get(path: string): Promise<string> {
    return this.#ask(path, {});
  }

  async post(path: string, form: Readonly<Record<string, string>>): Promise<string> {
    return this.#ask(path, { encodedForm: encodeForm(form) });
  }

  async #ask(path: string, request: { encodedForm?: string }): Promise<string> {
    const answer = await askInPage(this.session, { url: this.baseUrl + path, ...request });
    if (answer.status !== 200) throw unknownShape("a page with another status");
    return answer.text;
  }

  /** Reads the listed parts of a page that was requested. */
  read<const Parts extends PageParts>(html: string, parts: Parts): Promise<PrintedPage<Parts>> {
    const { session } = this;
    return step(session, "read the page", () => readPrinted(session.page, parts, html));
  }

  /** A page of the chosen company: not the login page, and about no other company. */
  async inside(html: string): Promise<string> {
    if (asksToLogIn(html)) throw new SessionEnded();
    const { texts } = await this.read(html, { texts: { titular: "table.contribuyente" } });
    if (texts.titular === null) return html;
    const shown = parseRut(/(?<![\d.])[\d.]+-[\dkK]$/.exec(texts.titular)?.[0] ?? "");
    if (shown === null) throw unknownShape("a page that names no company");
    if (this.rut !== null && shown !== this.rut) throw new AppError("connection_identity_mismatch");
    return html;
  }
}

export function asksToLogIn(html: string): boolean {
  return hasForm(html, 'name="autenticacion"');
}

/** The session was ended while working for a caller: somebody else is using the login. */
export async function inSession<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SessionEnded)) throw error;
    throw new AppError("connection_busy", { cause: error });
  }
}
