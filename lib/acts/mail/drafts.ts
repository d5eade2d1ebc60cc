import type { Mailbox, MailDraft, OutgoingMail, PortalDriver } from "#lib/contract/index.ts";
import { crashPoint } from "#lib/kernel/crash-point.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { AskVisit, OperationRow, StepVisit } from "#lib/ledger/index.ts";

/** Replaces the id of a draft that was sent before its id was noted. */
const goneId = "-";

/**
 * Makes the draft, once per operation. A draft that an earlier worker noted is used whatever
 * happened to it: a person may have sent it. If the answer was lost, the draft is found by its
 * header.
 */
export async function prepareDraft(
  { id, createdAt }: OperationRow,
  mail: OutgoingMail,
  { driver, note, noted }: StepVisit,
): Promise<void> {
  if ((await noted("draft")) !== null) return;
  const mailbox = mailboxOf(driver);
  const isBegun = (await noted("drafting")) !== null;
  if (!isBegun) await note("drafting", id);
  const earlier = isBegun ? await findEarlier(mailbox, id, createdAt) : null;
  const draft = earlier ?? (await createOnce(mailbox, mail, id));
  crashPoint("mail.after_draft");
  await note("draft", `${draft.id} ${draft.hiloId}`);
}

async function findEarlier(mailbox: Mailbox, id: string, since: Date): Promise<MailDraft | null> {
  const draft = await mailbox.findDraft(id);
  if (draft !== null) return draft;
  const hiloId = await mailbox.findSent(id, since);
  return hiloId === null ? null : { id: goneId, hiloId };
}

async function createOnce(mailbox: Mailbox, mail: OutgoingMail, id: string): Promise<MailDraft> {
  try {
    return await mailbox.createDraft(mail, id);
  } catch (error) {
    if (!(error instanceof AppError) || !error.code.startsWith("upstream_")) throw error;
    const made = await mailbox.findDraft(id);
    if (made === null) throw error;
    return made;
  }
}

export async function draftOf(at: Pick<AskVisit, "noted">): Promise<MailDraft> {
  const draft = await notedDraft(at);
  if (draft === null) throw new TypeError("a mail past its barrier without a draft");
  return draft;
}

/**
 * The same for a look. An operation made unknown by a restore may never have noted a draft: then
 * the mail sent with its header tells, and null tells nothing. Its draft, wherever it is, must not
 * be dropped.
 */
export async function askedDraft(
  { id, createdAt }: OperationRow,
  at: AskVisit,
): Promise<{ draft: MailDraft; isNoted: boolean } | null> {
  const noted = await notedDraft(at);
  if (noted !== null) return { draft: noted, isNoted: true };
  const hiloId = await mailboxOf(at.driver).findSent(id, createdAt);
  return hiloId === null ? null : { draft: { id: goneId, hiloId }, isNoted: false };
}

async function notedDraft({ noted }: Pick<AskVisit, "noted">): Promise<MailDraft | null> {
  const [id = "", hiloId = ""] = (await noted("draft"))?.value.split(" ") ?? [];
  return hiloId === "" ? null : { id, hiloId };
}

/** A draft that is given up must not stay among a person's own, where they could still send it. */
export async function dropDraft(at: AskVisit): Promise<void> {
  const draft = await notedDraft(at);
  if (draft === null) return;
  await deleteOwn(at, draft);
}

/**
 * The same for an operation given up without its worker, before any barrier. Its draft may never
 * have been noted, and one whose header no longer names it has become a person's own.
 */
export async function dropLeftDraft(at: AskVisit, operacion: string): Promise<void> {
  if ((await at.noted("drafting")) === null || (await at.noted(deletedIt)) !== null) return;
  const mailbox = mailboxOf(at.driver);
  const noted = await notedDraft(at);
  if (noted === null) {
    const found = await mailbox.findDraft(operacion);
    if (found !== null) await deleteOwn(at, found);
  } else if (await mailbox.isDraftOf(noted.id, operacion)) await deleteOwn(at, noted);
}

async function deleteOwn(at: AskVisit, draft: MailDraft): Promise<void> {
  // Only by the worker that holds it: a later one may be about to send it.
  await at.note("dropping", draft.id);
  if (await mailboxOf(at.driver).deleteDraft(draft.id)) await at.note(deletedIt, draft.id);
}

/** Noted when we deleted this very draft: from then on nobody can send it. */
export const deletedIt = "draft_deleted";

/** For mail acts: their visits always have a mailbox. */
export function mailboxOf({ mailbox }: PortalDriver): Mailbox {
  if (mailbox === undefined) throw new TypeError("a system without a mailbox");
  return mailbox;
}
