import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Mail } from "#lib/platform/mail.ts";
import { openJson, sealJson, type Vault } from "#lib/vault/index.ts";
import { lifeMsOf, type MailKind } from "./mail.ts";
import { mailText, type MailContent } from "./mail-text.ts";
import { outbox } from "./outbox.sql.ts";

export interface MailTx extends InTransaction<SystemContext> {
  vault: Vault;
}

type Sealed = Pick<Mail, "to" | "subject" | "text" | "html">;

interface MailToQueue {
  organizationId: string;
  to: string;
  content: MailContent;
  /** The same work for a mail that nobody is to get: none of it is stored, and nothing is sent. */
  isDecoy?: boolean;
}

/**
 * Written together with the act that it reports: neither exists without the other. Returns its id.
 */
export async function queueMail(
  { db, clock, vault }: MailTx,
  { organizationId, to, content, isDecoy = false }: MailToQueue,
): Promise<string> {
  const createdAt = clock.now();
  const id = newId("mail", createdAt);
  const plain: Sealed = { to, ...mailText(content) };
  const place = placeOf(organizationId, id);
  const sealed = await sealJson(vault, place, plain);
  await db.orm.insert(outbox).values({
    id,
    organizationId,
    kind: content.kind,
    sealed: isDecoy ? null : sealed,
    state: isDecoy ? "dropped" : "waiting",
    attempts: 0,
    nextAttemptAt: createdAt,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + lifeMsOf(content.kind)),
  });
  return id;
}

interface SealedMail {
  id: string;
  organizationId: string;
  kind: MailKind;
  sealed: Buffer;
}

export async function openMail(vault: Vault, row: SealedMail): Promise<Mail> {
  const sealed = await openJson(vault, placeOf(row.organizationId, row.id), row.sealed);
  return { id: row.id, kind: row.kind, ...(sealed as Sealed) };
}

function placeOf(organizationId: string, row: string) {
  return { organizationId, purpose: "mail", table: "outbox", column: "sealed", row } as const;
}
