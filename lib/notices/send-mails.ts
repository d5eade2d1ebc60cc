import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import type { Queries, Statement } from "#lib/db/database.ts";
import { startTimer } from "#lib/kernel/clock.ts";
import type { MailPort } from "#lib/platform/mail.ts";
import type { Vault } from "#lib/vault/index.ts";
import { mailKinds, mostTries, waitMsAfter, type MailKind } from "./mail.ts";
import { openMail } from "./queue-mail.ts";

export interface MailSender extends SystemContext {
  vault: Vault;
  mail: MailPort;
}

interface Claimed {
  id: string;
  organizationId: string;
  kind: MailKind;
  sealed: Buffer;
}

/** Sent at once: a mail system that hangs costs a single time limit for all of them. */
const batch = 10;
/**
 * The most time per run, since others wait for their turn: the next minute's run sends the rest.
 */
const mostMs = 20_000;

/** A claim sets the next try at once: a sender that dies only delays the mail. */
const claim: Statement = {
  name: "mail.claim",
  repeatable: false,
  text: `
    update outbox o set attempts = o.attempts + 1,
      next_attempt_at = $1::timestamptz + make_interval(secs =>
        ($2::jsonb -> o.kind -> least(o.attempts, 4))::double precision)
    from (
      select id from outbox
      where state = 'waiting' and attempts < ${mostTries} and next_attempt_at <= $1 and expires_at > $1
        and ($3::text is null or id = $3)
      order by next_attempt_at limit ${batch} for update skip locked
    ) due
    where o.id = due.id
    returning o.id, o.organization_id as "organizationId", o.kind, o.sealed`,
};

const markSent: Statement = {
  name: "mail.sent",
  repeatable: true,
  text: "update outbox set state = 'sent', sealed = null, ended_at = $2 where id = $1",
};

const giveUp: Statement = {
  name: "mail.give_up",
  repeatable: false,
  text: `
    update outbox set state = 'dropped', sealed = null, ended_at = $1
    where state = 'waiting' and (expires_at <= $1
      or (attempts >= ${mostTries} and next_attempt_at <= $1))
    returning id, kind`,
};

const waitsOfKinds = JSON.stringify(
  Object.fromEntries(
    mailKinds.map((kind) => [
      kind,
      [1, 2, 3, 4, 5].map((tries) => waitMsAfter(kind, tries) / 1000),
    ]),
  ),
);

/** Sends one mail right after its commit. If that fails now, housekeeping sends it. */
export async function sendMail(
  ctx: MailSender,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<void> {
  const inScope = <T>(work: (db: Queries) => Promise<T>) =>
    ctx.db.transaction(organizationId, work);
  for (const mail of await inScope((db) => claimOf(ctx, db, id))) {
    if (await hasLeft(ctx, mail))
      await inScope((db) => db.run(markSent, [mail.id, ctx.clock.now()]));
  }
}

/** Run by housekeeping: sends everything that is due, for everybody. */
export async function sendDueMails(ctx: MailSender): Promise<void> {
  const elapsedMs = startTimer();
  const send = async (mail: Claimed): Promise<void> => {
    if (!(await hasLeft(ctx, mail))) return;
    await withSystemTx(ctx, ({ db }) => db.run(markSent, [mail.id, ctx.clock.now()]));
  };
  let claimed: Claimed[];
  do {
    claimed = await withSystemTx(ctx, ({ db }) => claimOf(ctx, db, null));
    await Promise.all(claimed.map(send));
  } while (claimed.length === batch && elapsedMs() < mostMs);
  const dropped = await withSystemTx(ctx, ({ db }) =>
    db.run<{ id: string; kind: string }>(giveUp, [ctx.clock.now()]),
  );
  for (const { id, kind } of dropped) ctx.log.error("mail.dropped", { mail: id, kind });
}

function claimOf({ clock }: SystemContext, db: Queries, id: string | null): Promise<Claimed[]> {
  return db.run<Claimed>(claim, [clock.now(), waitsOfKinds, id]);
}

/** A failing mail system does not hold up other mails: each has its own tries. */
async function hasLeft({ vault, mail, log }: MailSender, row: Claimed): Promise<boolean> {
  try {
    await mail.send(await openMail(vault, row));
    return true;
  } catch (error) {
    log.warn("mail.not_sent", { mail: row.id, kind: row.kind, error });
    return false;
  }
}
