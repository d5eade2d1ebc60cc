import { askInPage, openAddress, type BrowserSession } from "#lib/browser/index.ts";
import { parseEnvelope, type Envelope } from "../parse/envelope.ts";
import { codes } from "../portal.ts";

type Fields = Readonly<Record<string, string>>;

/**
 * The portal's single address, called from its own page, which never shows the answers. Calls are
 * numbered and run one at a time; the session mark is in their body, since there is no cookie.
 */
export class Service {
  readonly #baseUrl: string;
  #mark = "";
  /** The number of the last call that was accepted. */
  #number = 0;
  /** It is not known whether the last call was accepted: its answer never came. */
  #isLost = false;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl.replace(/\/$/, "");
  }

  get hasSession(): boolean {
    return this.#mark !== "";
  }

  /** Loads the page that makes the calls; calls still waiting are abandoned. */
  async start(session: BrowserSession): Promise<void> {
    await openAddress(session, `${this.#baseUrl}/entrada`);
  }

  /** The call that starts a session. */
  async begin(session: BrowserSession, name: string, fields: Fields): Promise<Envelope> {
    this.#mark = "";
    this.#number = 0;
    this.#isLost = false;
    return this.#ask(session, 1, { name, fields });
  }

  /** From here on, calls belong to this session. */
  enter(mark: string): void {
    this.#mark = mark;
  }

  async call(session: BrowserSession, name: string, fields: Fields = {}): Promise<Envelope> {
    const wasLost = this.#isLost;
    const answer = await this.#ask(session, this.#number + 1, { name, fields });
    if (!wasLost || answer.codigo !== codes.outOfTurn) return answer;
    // The lost call was accepted and has this number: noted now, in case the next answer is lost
    // too.
    this.#number += 1;
    return this.#ask(session, this.#number + 1, { name, fields });
  }

  async #ask(
    session: BrowserSession,
    llamada: number,
    { name, fields }: { name: string; fields: Fields },
  ): Promise<Envelope> {
    const parts = Object.entries(fields).map(([tag, text]) => element(tag, text));
    const head = element("llamada", String(llamada)) + element("marca", this.#mark);
    const xml = `<sobre><cabecera>${head}</cabecera><peticion nombre="${name}">${parts.join("")}</peticion></sobre>`;
    this.#isLost = true;
    const { text } = await askInPage(session, { url: `${this.#baseUrl}/servicio`, xml });
    this.#isLost = false;
    const answer = parseEnvelope(text, llamada);
    if (answer.codigo !== codes.outOfTurn) this.#number = llamada;
    return answer;
  }
}

function element(tag: string, text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return `<${tag}>${escaped}</${tag}>`;
}
