import type { MailSearch, OutgoingMail } from "#lib/contract/index.ts";
import type { WorkerContext } from "#lib/jobs/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { openAsked, type Act, type OperationRow, type Order } from "#lib/ledger/index.ts";
import {
  draftOf,
  dropDraft,
  dropLeftDraft,
  askedDraft,
  mailboxOf,
  prepareDraft,
} from "./drafts.ts";
import { mailTerms } from "./terms.ts";
import { isAlikeMail } from "./alike-mail.ts";
import { isTakenBack, leftMails, tookIt } from "./taken-back.ts";

// A draft is the barrier that makes a mail be sent at most once: it is made and noted, the barrier
// is crossed, and it is sent. Sending removes it, so the provider itself sends it only once. The
// outcome is read by id in its thread, where sent mails stay.

/** Mails, sent through a provider's drafts. */
export const mailAct: Act = {
  terms: mailTerms,
  isPrivate: true,
  knowsItsOwn: true,
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
  marked:
    (since) =>
    async ({ driver }) => {
      const mails = await mailboxOf(driver).sentSince(since);
      return mails.map(({ id, operacion, at }) => ({ operation: operacion, name: id, at }));
    },
};

function mailOrder(ctx: WorkerContext, row: OperationRow, mail: OutgoingMail): Order {
  /** From the last look. */
  const seen = { hiloId: "", hasDraft: false };
  return {
    check: (at) => prepareDraft(row, mail, at),
    async before(at) {
      const { hiloId } = await draftOf(at);
      const listed = await mailboxOf(at.driver).sentIn(hiloId);
      // A person may have sent the draft already: then this mail has been sent.
      return listed.filter((one) => !isOwn(row, mail, one)).map(({ id }) => id);
    },
    ready: () => Promise.resolve(),
    async send(at) {
      const { id } = await draftOf(at);
      const sent = await mailboxOf(at.driver).sendDraft(id);
      await at.note(tookIt, sent.id ?? "");
      return { kind: "accepted", name: sent.id };
    },
    drop: (at) => dropDraft(at),
    dropLeft: (at, operationId) => dropLeftDraft(at, operationId),
    async ask(at) {
      const mailbox = mailboxOf(at.driver);
      const looked = await askedDraft(row, at);
      if (looked === null) return { kind: "verdict", found: nothingSeen, judge: notKnown };
      const { draft } = looked;
      const sent = await mailbox.sentIn(draft.hiloId);
      const own = sent.filter((one) => isAlikeMail(mail, one) && isOwn(row, mail, one));
      const found = { listed: sent.length, matching: own.length, candidates: own.length };
      if (own.length > 0) {
        Object.assign(seen, { hiloId: draft.hiloId, hasDraft: await mailbox.hasDraft(draft.id) });
        return { kind: "names", listed: sent.length, matching: own.map(({ id }) => id) };
      }
      if (!looked.isNoted) return { kind: "verdict", found, judge: notKnown };
      const left = leftMails(row, sent);
      const isUndone = await isTakenBack(mailbox, { row, draft, left }, at, ctx.clock.now());
      return { kind: "verdict", found, judge: isUndone ? notSent : notKnown };
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

/** Not one that was there before; and where others write into the thread, only by its header. */
function isOwn(
  { id, known }: OperationRow,
  { enRespuestaA }: OutgoingMail,
  sent: { id: string; operacion: string | null },
): boolean {
  if (known?.includes(sent.id) === true) return false;
  return sent.operacion === id || (sent.operacion === null && enRespuestaA === null);
}

const nothingSeen = { listed: 0, matching: 0, candidates: 0 };

function notKnown() {
  return { kind: "unknown" } as const;
}

function notSent() {
  const error = new AppError("upstream_error", { details: { enviado: false } });
  return { kind: "undone", error } as const;
}
