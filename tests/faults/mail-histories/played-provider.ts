import { randomUUID } from "node:crypto";
import type { Mailbox, OutgoingMail, PortalDriver, SentMail } from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { outside } from "../emission-histories/mortal-edges.ts";

/**
 * A dropped one leaves its draft; a vanished one is deleted by a person at that very moment. A lagging one was sent,
 * but for a while its draft still shows and its thread is empty, with or without an answer.
 */
export const sendFaults = [
  "loses",
  "drops",
  "refuses",
  "is_late",
  "vanishes",
  "lags",
  "loses_and_lags",
] as const;
type SendFault = (typeof sendFaults)[number];

/** How long a provider may take until it shows what it did. */
const usualLagMs = 45_000;

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

interface Shown {
  mail: SentMail;
  fromMs: number;
}

/**
 * A mail provider that a test plays: drafts, threads, and one rule. Sending removes a draft, and requests about a
 * removed draft are refused. Each call is a step at which a process may stop.
 */
export class PlayedProvider {
  readonly drafts = new Map<string, PlayedDraft>();
  readonly threads = new Map<string, Shown[]>();
  readonly delivered: Delivery[] = [];
  /** What happens to the next sending; `is_late` reaches the provider when the test says so. */
  nextSend: SendFault | null = null;
  lagMs = usualLagMs;
  losesDraft = false;
  /** What happens meanwhile, when a thread is read the next time. */
  whenRead: () => void = () => undefined;
  isDown = false;
  failsDeleting = false;
  #late: string[] = [];
  #made: PlayedDraft | null = null;
  /** Drafts that are gone but still shown until then. */
  readonly #lingering = new Map<string, number>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Delayed requests arrive. */
  arrive(): void {
    for (const id of this.#late.splice(0)) if (this.drafts.has(id)) this.#send(id, false);
  }

  /** Shows in the newest draft's thread a mail that nobody here sent, as if it were an operation's. */
  show(changed: Partial<SentMail>): void {
    const draft = this.#made;
    if (draft === null) throw new TypeError("no draft was made");
    const { para, cc, cco, asunto, cuerpo } = draft.mail;
    const { operacion, hiloId } = draft;
    const mail = { id: randomUUID(), para: [...para], cc: [...cc], cco: [...cco], asunto, cuerpo };
    this.threads.set(hiloId, [{ mail: { ...mail, operacion, ...changed }, fromMs: 0 }]);
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
    const isShown = (id: string): boolean =>
      isThere(id) || (this.#lingering.get(id) ?? 0) > this.#nowMs();
    return {
      search: () => ask(() => ({ correos: [], after: null })),
      read: () => ask(() => null),
      createDraft: (mail, operacion) =>
        ask(() => {
          const id = randomUUID();
          this.#made = { id, hiloId: `h-${id}`, mail, operacion };
          this.drafts.set(id, this.#made);
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
      isDraftOf: (id, operacion) => ask(() => this.drafts.get(id)?.operacion === operacion),
      hasDraft: (id) => ask(() => isShown(id)),
      sendDraft: (id) =>
        ask(() => {
          const fault = this.nextSend;
          this.nextSend = null;
          if (!isThere(id)) throw new AppError("upstream_error");
          if (fault === "is_late") this.#late.push(id);
          if (fault === "vanishes") this.drafts.delete(id);
          if (fault !== null && unsent.has(fault)) throw lost();
          return this.#answer(id, fault);
        }),
      deleteDraft: (id) =>
        ask(() => {
          if (this.failsDeleting) throw new AppError("upstream_error");
          const wasShown = isShown(id);
          this.drafts.delete(id);
          this.#lingering.delete(id);
          return wasShown;
        }),
      sentIn: (hiloId) =>
        ask(() => {
          const happens = this.whenRead;
          this.whenRead = () => undefined;
          happens();
          return this.#shown(this.threads.get(hiloId) ?? []);
        }),
      findSent: (operacion) =>
        ask(() => {
          for (const [hiloId, all] of this.threads) {
            if (this.#shown(all).some((one) => one.operacion === operacion)) return hiloId;
          }
          return null;
        }),
      // Used only by a restore, which is no part of these histories.
      sentSince: () => Promise.reject(new TypeError("no database is restored here")),
    };
  }

  #shown(all: readonly Shown[]): SentMail[] {
    return all.filter(({ fromMs }) => fromMs <= this.#nowMs()).map(({ mail }) => mail);
  }

  #answer(id: string, fault: SendFault | null): { id: string } {
    const lags = fault === "lags" || fault === "loses_and_lags";
    const sent = this.#send(id, false, lags ? this.lagMs : 0);
    if (fault === "loses" || fault === "loses_and_lags") throw lost();
    return { id: sent };
  }

  #send(id: string, byHand: boolean, lagMs = 0): string {
    const draft = this.drafts.get(id);
    if (draft === undefined) throw new AppError("upstream_error");
    this.drafts.delete(id);
    const { mail, hiloId, operacion } = draft;
    const { para, cc, cco, asunto, cuerpo } = mail;
    const sent = { id: `m-${id}`, para: [...para], cc: [...cc], cco: [...cco], asunto, cuerpo };
    const thread = this.threads.get(hiloId) ?? [];
    const fromMs = this.#nowMs() + lagMs;
    this.threads.set(hiloId, [...thread, { mail: { ...sent, operacion }, fromMs }]);
    if (lagMs > 0) this.#lingering.set(id, fromMs);
    this.delivered.push({ id: sent.id, operacion, byHand });
    return sent.id;
  }
}

/** With these nothing was sent so far. */
const unsent: ReadonlySet<SendFault> = new Set(["drops", "refuses", "is_late", "vanishes"]);

function lost(): AppError {
  return new AppError("upstream_error");
}
