import { eq } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import { requireAccount } from "#lib/connections/index.ts";
import type { OutgoingMail } from "#lib/contract/index.ts";
import type { InTransaction } from "#lib/db/context.ts";
import {
  companyOf,
  hashOf,
  operate,
  type ActCall,
  type ActingConnection,
  type LedgerContext,
  type OperationAnswer,
} from "#lib/ledger/index.ts";
import { mailTerms } from "./terms.ts";

interface MailCall extends ActCall {
  mail: OutgoingMail;
}

/** Sends a mail, once per key; with another key the same mail is another one. */
export function sendFromMailbox(
  ctx: LedgerContext,
  connection: ActingConnection,
  { mail, ...call }: MailCall,
): Promise<OperationAnswer> {
  return operate(ctx, connection, {
    ...call,
    kind: "correo",
    terms: mailTerms,
    async describe(tx) {
      requireAccount(connection);
      const companyRut = await senderOf(tx, connection);
      // Each has a draft of its own: nothing else looks like it.
      return { companyRut, looksLike: call.key, documentHash: hashOf(mail), order: mail };
    },
  });
}

/** A company may have several, and a provider names mails in each as if there were no other. */
async function senderOf(
  { db }: InTransaction<LedgerContext>,
  connection: ActingConnection,
): Promise<string> {
  const company = companyOf(connection);
  const [row] = await db.orm
    .select({ account: connections.cuenta })
    .from(connections)
    .where(eq(connections.id, connection.id));
  return row?.account == null ? company : `${company} ${row.account.toString("hex")}`;
}
