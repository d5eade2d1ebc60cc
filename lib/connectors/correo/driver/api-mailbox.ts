import type * as z from "zod";
import type { Mailbox, MailLine, MarkedMail, OutgoingMail } from "#lib/contract/index.ts";
import { AppError, validationError } from "#lib/kernel/errors/index.ts";
import {
  Brief,
  Draft,
  Drafts,
  DraftWithHeaders,
  Found,
  Thread,
  WithHeaders,
  WithParts,
} from "../parse/answers.ts";
import { headerOf, lineOf, messageOf, operationHeader, sentOf } from "../parse/message.ts";
import { rawMail, type Answered } from "../parse/raw-mail.ts";
import { failed, parsed, type MailApi } from "./mail-api.ts";

/** Messages that are read at once for one page of a search. */
const atOnce = 5;
/** How many drafts are searched for our own, which is among the newest. */
const draftsLookedAt = 20;
/** How many of the last minutes' sent mails are searched for our own. */
const sentLookedAt = 20;
/** The page size of a list that is read completely. */
const pageSize = 100;

export function apiMailbox(api: MailApi): Mailbox {
  const draftPath = (id: string): string => `/borradores/${encodeURIComponent(id)}`;

  async function answered(id: string): Promise<Answered & { hilo: string }> {
    const path = `/mensajes/${encodeURIComponent(id)}`;
    const asked = { path, query: { formato: "cabeceras" } };
    const message = await api.read(WithHeaders, asked).catch(ofReading);
    if (message === null) throw unknownMessage("enRespuestaA");
    const { cabeceras, hilo } = message;
    return {
      hilo,
      messageId: headerOf(cabeceras, "Message-ID"),
      references: headerOf(cabeceras, "References"),
    };
  }

  /** Whether a draft exists: for a used one the provider has several answers. */
  async function isDraft(id: string, method: "GET" | "DELETE"): Promise<boolean> {
    const { status } = await api.ask({ method, path: draftPath(id) });
    if (status === 404 || status === 400) return false;
    if (status < 300) return true;
    throw failed("upstream_unexpected_response", `answered ${status}`);
  }

  return {
    async search({ consulta, limit, after }) {
      const query = {
        q: consulta,
        limite: String(limit),
        ...(after !== null && { pagina: after }),
      };
      const answer = await api.ask({ path: "/mensajes", query });
      if (answer.status === 400) throw notUnderstood();
      const { mensajes, siguiente } = parsed(Found, answer);
      // Each is a request of its own.
      if (mensajes.length > limit) {
        throw failed("upstream_unexpected_response", "more mails than were asked for");
      }
      const correos: MailLine[] = [];
      for (let from = 0; from < mensajes.length; from += atOnce) {
        const some = mensajes.slice(from, from + atOnce);
        const lines = await Promise.all(some.map(({ id }) => readLine(api, id)));
        // A mail deleted meanwhile is on no page.
        correos.push(...lines.filter((line) => line !== null));
      }
      return { correos, after: siguiente };
    },

    async read(id) {
      const path = `/mensajes/${encodeURIComponent(id)}`;
      const message = await api.read(WithParts, { path, query: { formato: "partes" } });
      return message === null ? null : messageOf(message);
    },

    async createDraft(mail: OutgoingMail, operacion) {
      const { enRespuestaA } = mail;
      const original = enRespuestaA === null ? null : await answered(enRespuestaA);
      const crudo = rawMail(mail, { operacion, answered: original });
      const mensaje = { crudo, ...(original !== null && { hilo: original.hilo }) };
      const created = await api.get(Draft, {
        method: "POST",
        path: "/borradores",
        body: { mensaje },
      });
      return { id: created.id, hiloId: created.mensaje.hilo };
    },

    async findDraft(operacion) {
      const { borradores } = await api.get(Drafts, { path: "/borradores" });
      for (const { id } of borradores.slice(0, draftsLookedAt)) {
        const query = { formato: "cabeceras" };
        const draft = await api.read(DraftWithHeaders, { path: draftPath(id), query });
        if (draft === null) continue;
        if (headerOf(draft.mensaje.cabeceras, operationHeader) !== operacion) continue;
        return { id, hiloId: draft.mensaje.hilo };
      }
      return null;
    },

    async isDraftOf(id, operacion) {
      if (!(await isDraft(id, "GET"))) return false;
      const query = { formato: "cabeceras" };
      const draft = await api.read(DraftWithHeaders, { path: draftPath(id), query });
      if (draft === null) return false;
      return headerOf(draft.mensaje.cabeceras, operationHeader) === operacion;
    },

    hasDraft: (id) => isDraft(id, "GET"),

    async sendDraft(id) {
      const answer = await api.ask({ method: "POST", path: "/borradores/enviar", body: { id } });
      if (answer.status >= 300) {
        throw failed("upstream_unexpected_response", `answered ${answer.status}`);
      }
      // Whatever the answer says, the mail was accepted.
      const sent = Brief.safeParse(answer.body);
      return { id: sent.success ? sent.data.id : null };
    },

    deleteDraft: (id) => isDraft(id, "DELETE"),

    async sentIn(hiloId) {
      const path = `/hilos/${encodeURIComponent(hiloId)}`;
      // A thread whose only message was a draft is deleted with it.
      const thread = await api.read(Thread, { path, query: { formato: "partes" } });
      const sent = (thread?.mensajes ?? []).filter(({ etiquetas }) => etiquetas.includes("SENT"));
      return sent.map(sentOf);
    },

    async findSent(operacion, since) {
      const query = { q: "in:sent", limite: String(sentLookedAt) };
      const found = await api.get(Found, { path: "/mensajes", query }).catch(nothingToRead);
      const newest = (found?.mensajes ?? []).filter(({ recibido }) => Number(recibido) >= +since);
      for (const { id } of newest) {
        const path = `/mensajes/${encodeURIComponent(id)}`;
        const message = await api.read(WithHeaders, { path, query: { formato: "cabeceras" } });
        if (message === null) continue;
        if (headerOf(message.cabeceras, operationHeader) === operacion) return message.hilo;
      }
      return null;
    },

    async sentSince(since) {
      const marked: MarkedMail[] = [];
      let page: string | null = null;
      do {
        const query: Record<string, string> = { q: "in:sent", limite: String(pageSize) };
        if (page !== null) query["pagina"] = page;
        const { mensajes, siguiente }: z.infer<typeof Found> = await api.get(Found, {
          path: "/mensajes",
          query,
        });
        const later = mensajes.filter(({ recibido }) => Number(recibido) >= since.getTime());
        marked.push(...(await markedOf(api, later)));
        page = later.length < mensajes.length ? null : siguiente;
      } while (page !== null);
      return marked;
    },
  };
}

async function markedOf(api: MailApi, mails: readonly { id: string }[]): Promise<MarkedMail[]> {
  const marked: MarkedMail[] = [];
  for (let from = 0; from < mails.length; from += atOnce) {
    const some = mails.slice(from, from + atOnce).map(({ id }) => {
      const path = `/mensajes/${encodeURIComponent(id)}`;
      return api.read(WithHeaders, { path, query: { formato: "cabeceras" } });
    });
    for (const message of await Promise.all(some)) {
      const operacion = message && headerOf(message.cabeceras, operationHeader);
      if (!operacion) continue;
      const at = new Date(Number(message.recibido)).toISOString();
      marked.push({ id: message.id, operacion, at });
    }
  }
  return marked;
}

/** With permission only to send, there is nothing to search. */
function nothingToRead(error: unknown): null {
  if (error instanceof AppError && error.code === "forbidden") return null;
  throw error;
}

/** Permission to send has not been refused. */
function ofReading(error: unknown): never {
  const isMissing = error instanceof AppError && error.code === "forbidden";
  if (!isMissing) throw error;
  throw new AppError("forbidden", { details: { ...error.details, modulo: "leer" } });
}

async function readLine(api: MailApi, id: string): Promise<MailLine | null> {
  const path = `/mensajes/${encodeURIComponent(id)}`;
  const message = await api.read(WithHeaders, { path, query: { formato: "cabeceras" } });
  return message === null ? null : lineOf(message);
}

function unknownMessage(field: string): AppError {
  const message = "No such message in this account: take the id from correo.correos.buscar";
  return validationError([{ path: [field], code: "unknown_message", message }]);
}

function notUnderstood(): AppError {
  const message = "The provider does not understand this search";
  return validationError([{ path: ["consulta"], code: "wrong_format", message }]);
}
