import type { OutgoingMail, SentMail } from "#lib/contract/index.ts";

/** Whether a mail in the thread has the content and the recipients of the requested one. */
export function isAlikeMail(asked: OutgoingMail, sent: SentMail): boolean {
  return (
    isSame(asked.para, sent.para) &&
    isSame(asked.cc, sent.cc) &&
    // A provider may not show hidden recipients.
    (sent.cco === null || isSame(asked.cco, sent.cco)) &&
    subjectOf(asked.asunto) === subjectOf(sent.asunto) &&
    bodyOf(asked.cuerpo) === bodyOf(sent.cuerpo)
  );
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  const sorted = (list: readonly string[]) => list.map((one) => one.toLowerCase()).toSorted();
  return sorted(some).join("\n") === sorted(others).join("\n");
}

/** Half a surrogate pair cannot be encoded, and a folded header has one blank for several. */
function subjectOf(text: string): string {
  return text.toWellFormed().replaceAll(/\s+/g, " ").trim();
}

/** Line endings belong to the transport, and trailing blanks mean nothing. */
function bodyOf(text: string): string {
  return text
    .toWellFormed()
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd();
}
