import { randomUUID } from "node:crypto";
import type { Mailbox, OutgoingMail, PortalDriver, SentMail } from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { outside } from "../emission-histories/mortal-edges.ts";

/** Of the dropped one the draft is left; the vanished one a person deletes in that very moment. */
export const sendFaults = ["loses", "drops", "refuses", "is_late", "vanishes"] as const;

interface PlayedDraft {
  id: string;
  hiloId: string;
  mail: OutgoingMail;
  operacion: string;
}

interface Delivery {
  id: string;
  operacion: string;
  byHand: boolean;
}

/**
 * A mail provider that a test plays: drafts, threads, and one rule. Sending takes a draft away; what
 * was asked of a draft that is gone is refused. Each call is a step at which a process may stop.
 */
export class PlayedProvider {
  readonly drafts = new Map<string, PlayedDraft>();
  readonly threads = new Map<string, SentMail[]>();
  readonly delivered: Delivery[] = [];
  /** What becomes of the next sending; `is_late` reaches the provider when the test says so. */
  nextSend: (typeof sendFaults)[number] | null = null;
  losesDraft = false;
  isDown = false;
  #late: string[] = [];

  /** What was on the way all the time comes in. */
  arrive(): void {
    for (const id of this.#late.splice(0)) if (this.drafts.has(id)) this.#send(id, false);
  }

  /** A person, in the mail client. */
  byHand(act: "edit" | "delete" | "send"): void {
    const [draft] = this.drafts.values();
    if (draft === undefined) return;
    if (act === "delete") this.drafts.delete(draft.id);
    if (act === "edit") draft.mail = { ...draft.mail, asunto: `${draft.mail.asunto} (editado)` };
    if (act === "send") this.#send(draft.id, true);
  }

  driver(): PortalDriver {
    return {
      login: async (_fields, rut) => ({
        kind: "ok",
        company: { rut: rut ?? "", razonSocial: null, cuenta: "ventas@example.com" },
      }),
      read: () => Promise.reject(new TypeError("nothing is read")),
      logout: () => Promise.resolve(),
      mailbox: this.#mailbox(),
    };
  }

  #mailbox(): Mailbox {
    const ask = <T>(work: () => T): Promise<T> =>
      outside(async () => {
        if (this.isDown) throw new AppError("upstream_error");
        return work();
      });
    const isThere = (id: string): boolean => this.drafts.has(id);
    return {
      search: () => ask(() => ({ correos: [], after: null })),
      read: () => ask(() => null),
      createDraft: (mail, operacion) =>
        ask(() => {
          const id = randomUUID();
          this.drafts.set(id, { id, hiloId: `h-${id}`, mail, operacion });
          if (this.losesDraft) {
            this.losesDraft = false;
            throw new AppError("upstream_error");
          }
          return { id, hiloId: `h-${id}` };
        }),
      findDraft: (operacion) =>
        ask(() => {
          const found = [...this.drafts.values()].find((one) => one.operacion === operacion);
          return found === undefined ? null : { id: found.id, hiloId: found.hiloId };
        }),
      hasDraft: (id) => ask(() => isThere(id)),
      sendDraft: (id) =>
        ask(() => {
          const fault = this.nextSend;
          this.nextSend = null;
          if (!isThere(id)) throw new AppError("upstream_error");
          if (fault === "is_late") this.#late.push(id);
          if (fault === "vanishes") this.drafts.delete(id);
          if (fault === null || fault === "loses") return this.#answer(id, fault);
          throw new AppError("upstream_error");
        }),
      deleteDraft: (id) => ask(() => this.drafts.delete(id)),
      sentIn: (hiloId) => ask(() => [...(this.threads.get(hiloId) ?? [])]),
    };
  }

  #answer(id: string, fault: "loses" | null): { id: string } {
    const sent = this.#send(id, false);
    if (fault === "loses") throw new AppError("upstream_error");
    return { id: sent };
  }

  #send(id: string, byHand: boolean): string {
    const draft = this.drafts.get(id);
    if (draft === undefined) throw new AppError("upstream_error");
    this.drafts.delete(id);
    const { mail, hiloId, operacion } = draft;
    const { para, cc, cco, asunto, cuerpo } = mail;
    const sent = { id: `m-${id}`, para: [...para], cc: [...cc], cco: [...cco], asunto, cuerpo };
    const thread = this.threads.get(hiloId) ?? [];
    this.threads.set(hiloId, [...thread, { ...sent, operacion }]);
    this.delivered.push({ id: sent.id, operacion, byHand });
    return sent.id;
  }
}
