import type { Mailbox, MailDraft, MailSearch, OutgoingMail } from "#lib/contract/index.ts";
import type { WorkerContext } from "#lib/jobs/index.ts";
import { crashPoint } from "#lib/kernel/crash-point.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import {
  openAsked,
  type Act,
  type LookVisit,
  type OperationRow,
  type Order,
  type StepVisit,
} from "#lib/ledger/index.ts";
import { mailboxOf } from "./account.ts";
import { mailTerms } from "./mail-terms.ts";
import { isSameMail } from "./same-mail.ts";

// A mail is sent at most once by a draft barrier: the draft is made and noted, the barrier is crossed,
// and the draft is sent. Sending takes it away, so that the provider itself sends it once. What became
// of it is read by id: in its thread, where what was sent stays.

/** How long after a draft was taken back its thread is to show nothing. */
const certainMs = 60_000;

/** Mails, as a provider's drafts let them be sent. */
export const mailAct: Act = {
  terms: mailTerms,
  isPrivate: true,
  place: "correo",
  open: async (ctx, row) => mailOrder(ctx, row, (await openAsked(ctx, row)) as OutgoingMail),
  live: {
    buscar:
      async (_ctx, _job, asked) =>
      ({ driver }) =>
        mailboxOf(driver).search(asked as MailSearch),
    obtener:
      async (_ctx, _job, id) =>
      ({ driver }) =>
        mailboxOf(driver).read(String(id)),
  },
};

function mailOrder(ctx: WorkerContext, row: OperationRow, mail: OutgoingMail): Order {
  /** As the last look found it. */
  const seen = { hiloId: "", hasDraft: false };
  return {
    check: (at) => prepareDraft(row, mail, at),
    async before(at) {
      const mailbox = mailboxOf(at.driver);
      const draft = await draftOf(at);
      try {
        return (await mailbox.sentIn(draft.hiloId)).map(({ id }) => id);
      } catch (error) {
        // It is given up, and is not to lie among a person's own.
        await mailbox.deleteDraft(draft.id);
        throw error;
      }
    },
    ready: () => Promise.resolve(),
    async send(at) {
      const { id } = await draftOf(at);
      const sent = await mailboxOf(at.driver).sendDraft(id);
      return { kind: "accepted", name: sent.id };
    },
    async lookFor(at) {
      const mailbox = mailboxOf(at.driver);
      const draft = await draftOf(at);
      const sent = await mailbox.sentIn(draft.hiloId);
      const own = sent.filter((one) => isSameMail(mail, one) && isOwn(row, mail, one));
      const found = { listed: sent.length, matching: own.length, candidates: own.length };
      if (own.length > 0) {
        Object.assign(seen, { hiloId: draft.hiloId, hasDraft: await mailbox.hasDraft(draft.id) });
        return { kind: "names", listed: sent.length, matching: own.map(({ id }) => id) };
      }
      const isUndone = await takeBack(mailbox, draft, at, ctx.clock.now());
      const judge = () => (isUndone ? notSent() : ({ kind: "unknown" } as const));
      return { kind: "verdict", found, judge };
    },
    answer: ({ name }) => ({
      estado: "enviado",
      mensajeId: name,
      hiloId: seen.hiloId,
      operacionId: row.id,
      puedeReintentar: false,
      siguientePaso: seen.hasDraft ? "revisar_borrador" : "ninguno",
    }),
    folioOf: () => null,
  };
}

/** Makes the draft, unless an earlier worker did: one whose answer was lost is known by its header. */
async function prepareDraft(
  { id }: OperationRow,
  mail: OutgoingMail,
  { driver, note, noted }: StepVisit,
): Promise<void> {
  const mailbox = mailboxOf(driver);
  const isBegun = (await noted("drafting")) !== null;
  if (!isBegun) await note("drafting", id);
  const earlier = isBegun ? await mailbox.findDraft(id) : null;
  const draft = earlier ?? (await createOnce(mailbox, mail, id));
  crashPoint("mail.after_draft");
  await note("draft", `${draft.id} ${draft.hiloId}`);
}

async function createOnce(mailbox: Mailbox, mail: OutgoingMail, id: string): Promise<MailDraft> {
  try {
    return await mailbox.createDraft(mail, id);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "upstream_error") throw error;
    const made = await mailbox.findDraft(id);
    if (made === null) throw error;
    return made;
  }
}

async function draftOf({ noted }: LookVisit): Promise<MailDraft> {
  const [id = "", hiloId = ""] = (await noted("draft"))?.value.split(" ") ?? [];
  if (hiloId === "") throw new TypeError("a mail past its barrier without a draft");
  return { id, hiloId };
}

/** Not one that was there before; and where others write into the thread, by its header alone. */
function isOwn(
  { id, known }: OperationRow,
  { enRespuestaA }: OutgoingMail,
  sent: { id: string; operacion: string | null },
): boolean {
  if (known?.includes(sent.id) === true) return false;
  return sent.operacion === id || (sent.operacion === null && enRespuestaA === null);
}

/**
 * Nothing was sent so far. A draft that is still there is deleted: then it cannot be sent any more, by
 * nobody. One that is gone without our doing proves nothing.
 */
async function takeBack(
  mailbox: Mailbox,
  draft: MailDraft,
  { note, noted }: LookVisit,
  now: Date,
): Promise<boolean> {
  const deleted = await noted("draft_deleted");
  if (deleted !== null) return now.getTime() - deleted.at.getTime() >= certainMs;
  if (await mailbox.deleteDraft(draft.id)) await note("draft_deleted", draft.id);
  return false;
}

function notSent() {
  const error = new AppError("upstream_error", { details: { enviado: false } });
  return { kind: "undone", error } as const;
}
