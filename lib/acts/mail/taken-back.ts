import type { Mailbox, MailDraft, SentMail } from "#lib/contract/index.ts";
import { minuteMs } from "#lib/kernel/clock.ts";
import type { AskVisit, OperationRow } from "#lib/ledger/index.ts";
import { deletedIt } from "./drafts.ts";

/** How long the thread must show nothing after a draft was deleted. */
const certainMs = minuteMs;

/** Noted when the provider accepted the mail: it was sent, however late it becomes visible. */
export const tookIt = "sending_taken";

/**
 * The mails sent into the thread since then: only another operation's header excludes one. A person
 * may have changed the draft before sending it, so it need not look like what was requested.
 */
export function leftMails({ id, known }: OperationRow, sent: readonly SentMail[]): SentMail[] {
  return sent.filter((one) => known?.includes(one.id) !== true && (one.operacion ?? id) === id);
}

interface Unseen {
  row: OperationRow;
  draft: MailDraft;
  left: readonly SentMail[];
}

/**
 * Whether it is certain that nothing was sent, and no longer can be. A draft that still exists is
 * deleted: then nobody can send it. A draft that disappeared without our doing proves nothing, and
 * neither does a provider that still shows a draft for a while after sending it.
 */
export async function isTakenBack(
  mailbox: Mailbox,
  { row, draft, left }: Unseen,
  { note, noted }: AskVisit,
  now: Date,
): Promise<boolean> {
  const deleted = await noted(deletedIt);
  if (deleted === null) {
    if (await mailbox.deleteDraft(draft.id)) await note(deletedIt, draft.id);
    return false;
  }
  if (now.getTime() - deleted.at.getTime() < certainMs) return false;
  if (left.length > 0 || (await noted(tookIt)) !== null) return false;
  return (await mailbox.findSent(row.id, row.createdAt)) === null;
}
