import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { marksOf, startMarks, type Mark } from "#lib/ledger/index.ts";

/** A mail sent by an operation that the ledger does not know. */
export interface LackingMail {
  organization: string;
  connection: string;
  operation: string;
  message: string;
  at: string;
}

interface Mailbox {
  id: string;
  organizationId: string;
  connector: string;
  /** Whether its permissions allow a search, and are still in force. */
  isReadable: boolean;
}

interface Searched {
  mails: LackingMail[];
  /** Not searched yet. */
  toRead: string[];
  /** Tried, but not searched. */
  failed: string[];
  unreadable: string[];
}

const findMailboxes: Statement = {
  name: "restore.mailboxes",
  repeatable: true,
  text: `
    select c.id, c.organization_id as "organizationId", c.connector,
      c.credencial = 'viva' and 'leer' = any(c.alcances) as "isReadable"
    from connections c
    join organizations o on o.id = c.organization_id and o.deletes_at is null
    where c.connector = 'correo' and c.deleted_at is null and c.disabled_at is null
    order by c.id`,
};

const findKnown: Statement = {
  name: "restore.known_operations",
  repeatable: true,
  text: "select id from operations where id = any($1)",
};

/**
 * Has every mailbox searched for mails sent since the restore point, by their operation's header.
 */
export async function askMailboxes(
  ctx: SystemContext,
  { point, begunAt }: { point: Date; begunAt: Date },
): Promise<Searched> {
  const searched: Searched = { mails: [], toRead: [], failed: [], unreadable: [] };
  const asked = { kind: "correo", since: point } as const;
  const boxes = await withSystemTx(ctx, ({ db }) => db.run<Mailbox>(findMailboxes, []));
  for (const box of boxes) {
    if (!box.isReadable) {
      searched.unreadable.push(box.id);
      continue;
    }
    const { marks, isTried } = await withSystemTx(ctx, async (tx) => {
      const found = await marksOf(tx, box.id, { ...asked, after: begunAt });
      if (found.marks === null && !found.isOpen) await startMarks(tx, box, asked);
      return found;
    });
    if (marks !== null) searched.mails.push(...(await forgotten(ctx, box, marks)));
    else (isTried ? searched.failed : searched.toRead).push(box.id);
  }
  return searched;
}

async function forgotten(
  ctx: SystemContext,
  { id: connection, organizationId: organization }: Mailbox,
  marks: readonly Mark[],
): Promise<LackingMail[]> {
  const ids = marks.map(({ operation }) => operation);
  const known = await withSystemTx(ctx, ({ db }) => db.run<{ id: string }>(findKnown, [ids]));
  return marks
    .filter(({ operation }) => !known.some(({ id }) => id === operation))
    .map(({ operation, name: message, at }) => ({
      organization,
      connection,
      operation,
      message,
      at,
    }));
}
