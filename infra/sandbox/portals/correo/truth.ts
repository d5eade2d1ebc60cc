import type { Row } from "../../system/system.ts";
import type { Mailboxes } from "./mailboxes.ts";
import { contentOf, recipientsOf, type Message } from "./message.ts";

const operationHeader = "x-connect-operation";

/** Mails that left, oldest first; `&cuenta=` filters them. */
export function deliveryTruth(mailboxes: Mailboxes, cuenta: string | undefined): Row[] {
  return mailboxes
    .deliveries()
    .filter(({ account }) => !cuenta || account === cuenta)
    .map(({ account, message }) => mailRow(account, message));
}

export function draftTruth(mailboxes: Mailboxes, accounts: readonly string[]): Row[] {
  return accounts
    .flatMap((account) => mailboxes.drafts(account))
    .map(({ id, account, message }) => ({
      ...mailRow(account, message),
      id,
      mensaje: message.id,
      enviado: null,
    }));
}

/** Everything in a mailbox, newest first. */
export function mailboxTruth(mailboxes: Mailboxes, account: string): Row[] {
  return mailboxes.messages(account).map((message) => {
    const { header, parts } = contentOf(message);
    return {
      ...mailRow(account, message),
      de: header("from") ?? "",
      etiquetas: message.labels,
      adjuntos: parts.flatMap(({ name }) => (name === null ? [] : [name])),
    };
  });
}

export function mailRow(account: string, message: Message) {
  const { header, text } = contentOf(message);
  const { to, cc, bcc } = recipientsOf(message);
  return {
    id: message.id,
    hilo: message.thread,
    cuenta: account,
    para: to,
    cc,
    cco: bcc,
    asunto: header("subject") ?? "",
    cuerpo: text,
    enviado: message.at.toISOString(),
    operacion: header(operationHeader) ?? null,
  };
}
