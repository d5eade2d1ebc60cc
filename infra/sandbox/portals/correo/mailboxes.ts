import { randomBytes } from "node:crypto";
import { cached } from "../../generator/cached.ts";
import { movePeriod, periodOf } from "../../generator/calendar.ts";
import type { World } from "../../system/system.ts";
import { historyAt, messagesOf } from "./generate.ts";
import { contentOf, type Label, type Message } from "./message.ts";
import { mailDate } from "./mime-write.ts";
import { withHeaders } from "./mime-headers.ts";
import { createLingering } from "./lingering.ts";
import { mailHost } from "./people.ts";

export interface Draft {
  id: string;
  account: string;
  message: Message;
}

/** What is late after a sending: that its draft is gone, or also that its mail exists. */
export interface Late {
  what: "draft" | "both";
  ms: number;
}

/** A mail that left; the list counts how often somebody got it. */
interface Delivery {
  account: string;
  message: Message;
}

interface Change {
  history: number;
  kind: "agregado" | "borrado";
  message: Message;
}

export interface Mailboxes {
  /** The newest first. */
  messages(account: string): Message[];
  find(account: string, id: string): Message | undefined;
  thread(account: string, id: string): Message[];
  /** What has happened since, in order. */
  changesSince(account: string, history: number): Change[];
  history(account: string): number;
  receive(account: string, raw: Buffer, thread: string | undefined): Message;
  drafts(account: string): Draft[];
  findDraft(id: string): Draft | undefined;
  /** Returns whether there was a draft with this id. */
  wasDraft(id: string): boolean;
  createDraft(account: string, raw: Buffer, thread: string | undefined): Draft;
  /** Puts another message, with another id, into the draft and its thread. */
  changeDraft(id: string, raw: Buffer): Draft;
  deleteDraft(id: string): void;
  sendDraft(id: string, late?: Late): Message;
  /** Whether it was sent but is still shown. */
  isLingering(id: string): boolean;
  send(account: string, raw: Buffer, thread: string | undefined): Message;
  deliveries(): readonly Delivery[];
}

const monthsKept = 4;

export function createMailboxes(world: World): Mailboxes {
  const generated = cached(messagesOf);
  const added = new Map<string, Message[]>();
  const changes = new Map<string, Change[]>();
  const drafts = new Map<string, Draft>();
  const used = new Set<string>();
  const lingering = createLingering<Draft>(world);
  const delivered: Delivery[] = [];

  function messages(account: string): Message[] {
    const current = periodOf(world.today());
    const months = Array.from({ length: monthsKept }, (_, index) => movePeriod(current, -index));
    const old = months
      .flatMap((period) => generated(account, period))
      .filter(({ at }) => at <= world.now());
    const own = (added.get(account) ?? []).filter(({ id }) => !lingering.hides(id));
    const left = lingering.shown().filter((one) => one.account === account);
    const all = [...own, ...left.map(({ message }) => message), ...old];
    return all.toSorted((a, b) => b.history - a.history);
  }

  function history(account: string): number {
    const last = changes.get(account)?.at(-1)?.history ?? 0;
    return Math.max(last, messages(account)[0]?.history ?? 0);
  }

  function note(account: string, kind: Change["kind"], message: Message): void {
    const number = Math.max(history(account) + 1, historyAt(world.now()));
    const known = changes.get(account) ?? [];
    changes.set(account, [...known, { history: number, kind, message }]);
  }

  function put(
    account: string,
    raw: Buffer,
    labels: readonly Label[],
    thread: string | undefined,
  ): Message {
    const id = newId();
    const at = world.now();
    const number = Math.max(history(account) + 1, historyAt(at));
    const message = { id, thread: thread ?? id, labels, raw, at, history: number };
    note(account, "agregado", message);
    added.set(account, [...(added.get(account) ?? []), message]);
    return message;
  }

  function drop(account: string, message: Message): void {
    const others = (added.get(account) ?? []).filter(({ id }) => id !== message.id);
    added.set(account, others);
    note(account, "borrado", message);
  }

  /** The provider sets message id, sender and date; all other headers stay. */
  function send(account: string, raw: Buffer, thread: string | undefined): Message {
    const hasSender = contentOf({ raw }).header("from") !== undefined;
    const sent = withHeaders(raw, {
      ...(!hasSender && { From: account }),
      "Message-ID": `<${newId()}@${mailHost}>`,
      Date: mailDate(world.now()),
    });
    const message = put(account, sent, ["SENT"], thread);
    delivered.push({ account, message });
    world.counters.add("mails_sent");
    return message;
  }

  function takeDraft(id: string): Draft {
    const draft = drafts.get(id);
    if (!draft) throw new Error(`no draft ${id}`);
    drafts.delete(id);
    used.add(id);
    drop(draft.account, draft.message);
    return draft;
  }

  return {
    messages,
    history,
    send,
    find: (account, id) => messages(account).find((one) => one.id === id),
    thread: (account, id) =>
      messages(account)
        .filter(({ thread }) => thread === id)
        .toReversed(),
    changesSince(account, since) {
      const old = messages(account)
        .filter((one) => !added.get(account)?.includes(one))
        .map((message): Change => ({ history: message.history, kind: "agregado", message }));
      return [...old, ...(changes.get(account) ?? [])]
        .filter((one) => one.history > since)
        .toSorted((a, b) => a.history - b.history);
    },
    receive: (account, raw, thread) => put(account, raw, ["INBOX", "UNREAD"], thread),
    drafts: (account) =>
      [...drafts.values(), ...lingering.shown()]
        .filter((one) => one.account === account)
        .toReversed(),
    findDraft: (id) => drafts.get(id) ?? lingering.find(id),
    isLingering: (id) => lingering.find(id) !== undefined,
    wasDraft: (id) => used.has(id),
    createDraft(account, raw, thread) {
      const draft = { id: `r${newId()}`, account, message: put(account, raw, ["DRAFT"], thread) };
      drafts.set(draft.id, draft);
      world.counters.add("drafts");
      return draft;
    },
    changeDraft(id, raw) {
      const { account, message } = takeDraft(id);
      used.delete(id);
      const draft = { id, account, message: put(account, raw, ["DRAFT"], message.thread) };
      drafts.set(id, draft);
      return draft;
    },
    deleteDraft(id) {
      if (!lingering.end(id)) takeDraft(id);
    },
    sendDraft(id, late) {
      const draft = takeDraft(id);
      const sent = send(draft.account, draft.message.raw, draft.message.thread);
      if (late) lingering.begin(draft, late.ms, late.what === "both" ? sent.id : null);
      return sent;
    },
    deliveries: () => delivered,
  };
}

function newId(): string {
  return randomBytes(8).toString("hex");
}
