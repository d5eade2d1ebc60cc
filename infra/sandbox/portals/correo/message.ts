import { addressesIn } from "./mime-headers.ts";
import { readMessage, type ReadMessage } from "./mime-read.ts";

export type Label = "INBOX" | "SENT" | "DRAFT" | "UNREAD";

export interface Message {
  id: string;
  thread: string;
  labels: readonly Label[];
  raw: Buffer;
  at: Date;
  /** Rises with every event in a mailbox. */
  history: number;
}

const read = new WeakMap<Buffer, ReadMessage>();

/** A message's parsed contents, computed once. */
export function contentOf({ raw }: Pick<Message, "raw">): ReadMessage {
  const content = read.get(raw) ?? readMessage(raw);
  read.set(raw, content);
  return content;
}

interface Recipients {
  to: string[];
  cc: string[];
  bcc: string[];
}

export function recipientsOf(message: Pick<Message, "raw">): Recipients {
  const { header } = contentOf(message);
  return {
    to: addressesIn(header("to")),
    cc: addressesIn(header("cc")),
    bcc: addressesIn(header("bcc")),
  };
}

export function snippetOf(message: Pick<Message, "raw">): string {
  const text = contentOf(message).text.replaceAll(/<[^>]*>/g, " ");
  return text.replaceAll(/\s+/g, " ").trim().slice(0, 120);
}
