import type { OutgoingMail, SentMail } from "#lib/contract/index.ts";

/** Whether a mail of the thread says what was to be sent, to whom it was to be sent. */
export function isSameMail(asked: OutgoingMail, sent: SentMail): boolean {
  return (
    isSame(asked.para, sent.para) &&
    isSame(asked.cc, sent.cc) &&
    // A provider may keep hidden recipients to itself.
    (sent.cco === null || isSame(asked.cco, sent.cco)) &&
    subjectOf(asked.asunto) === subjectOf(sent.asunto) &&
    bodyOf(asked.cuerpo) === bodyOf(sent.cuerpo)
  );
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  const sorted = (list: readonly string[]) => list.map((one) => one.toLowerCase()).toSorted();
  return sorted(some).join("\n") === sorted(others).join("\n");
}

/** Half a sign has no bytes of its own, and a header that is folded has one blank for several. */
function subjectOf(text: string): string {
  return text.toWellFormed().replaceAll(/\s+/g, " ").trim();
}

/** Line ends are the wire's, and blanks at an end are nobody's. */
function bodyOf(text: string): string {
  return text
    .toWellFormed()
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd();
}
