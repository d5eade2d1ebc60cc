import type { Mailbox, MailDraft, SentMail } from "#lib/contract/index.ts";
import type { LookVisit, OperationRow } from "#lib/ledger/index.ts";
import { deletedIt } from "./drafts.ts";

/** How long after a draft was taken back its thread is to show nothing. */
const certainMs = 60_000;

/** Noted when the provider took the sending: then it went out, however late that is to be seen. */
export const tookIt = "sending_taken";

/**
 * What went out into the thread since: only another operation's header says that it is not this one's. A
 * person may have changed the draft before it went, so that it need not look like what was asked for.
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
 * Whether it is certain that nothing was sent, and by now cannot be. A draft that is still there is
 * deleted: then nobody can send it any more. One that is gone without our doing proves nothing, and
 * neither does a provider that shows a draft for a while after it has sent it.
 */
export async function isTakenBack(
  mailbox: Mailbox,
  { row, draft, left }: Unseen,
  { note, noted }: LookVisit,
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
