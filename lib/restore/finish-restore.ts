import type { Alcance } from "#lib/contract/index.ts";
import { actors } from "#lib/db/actors.ts";
import { withTx, type SystemContext } from "#lib/db/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import { dropHold, untilRestored } from "#lib/operator/index.ts";
import { startSync } from "#lib/sync/index.ts";
import {
  lackingDocuments,
  unlistedIssuers,
  unreadMonths,
  type Lacking,
  type UnreadMonth,
} from "./issued-lists.ts";
import { askMailboxes, type LackingMail } from "./marked-mails.ts";

interface Restore {
  /** The instant that the database was restored to. */
  point: Date;
  begunAt: Date;
  offered(connector: string): readonly Alcance[];
  /** Whether the operator checked by hand those lists that cannot be read completely. */
  isLeftOut?: boolean;
}

interface Finished {
  finished: boolean;
  /** Lists and mailboxes that are not read yet. */
  toRead: string[];
  lacking: Lacking[];
  mails: LackingMail[];
  /**
   * Lists and mailboxes that were tried and not read completely, those without a live credential,
   * and those that issue without a list.
   */
  unreadable: string[];
}

/**
 * Reads every list of what may have been issued since the restore point, and searches every
 * mailbox; reports what the ledger lacks. Once all are read completely it ends the restore's hold.
 * A list that a live connection does not show completely is named and keeps the hold, until it is
 * left out; a connection that cannot issue is named, but not waited for.
 */
export async function finishRestore(ctx: SystemContext, restore: Restore): Promise<Finished> {
  const { isLeftOut = false } = restore;
  const unread = (await unreadMonths(ctx, restore)).flatMap((one) => served(one, restore));
  const living = unread.filter(({ isLive }) => isLive);
  const toRead = living.filter((one) => !isTried(one));
  const again = isLeftOut ? toRead : living;
  for (const one of again) if (!one.isOpen) await readLists(ctx, restore, one);
  const searched = await askMailboxes(ctx, restore);
  const lacking = await lackingDocuments(ctx, restore);
  const isRead = toRead.length + searched.toRead.length === 0;
  const finished = isRead && (isLeftOut || living.length + searched.failed.length === 0);
  if (finished) await dropHold(ctx, { kind: "emissions", subject: untilRestored });
  const unreadable = unread.filter((one) => !one.isLive || isTried(one));
  return {
    finished,
    toRead: [...toRead.map(named), ...searched.toRead],
    lacking,
    mails: searched.mails,
    unreadable: [
      ...unreadable.map(named),
      ...(await unlistedIssuers(ctx)),
      ...searched.failed,
      ...searched.unreadable,
    ],
  };
}

const isTried = ({ lists, tried }: UnreadMonth): boolean =>
  lists.every((list) => tried.includes(list));
const named = ({ id, periodo }: UnreadMonth): string => `${id} ${periodo}`;

/** Without modules that its kind of login is not shown: those cannot issue anything either. */
function served(one: UnreadMonth, { offered }: Restore): UnreadMonth[] {
  const { acceso } = one;
  const hidden = offered(one.connector)
    .filter(
      ({ servedBy }) => acceso !== null && servedBy?.some((kind) => kind === acceso) === false,
    )
    .map(({ id }) => id);
  const lists = one.lists.filter((list) => !hidden.includes(list));
  return lists.length === 0 ? [] : [{ ...one, lists }];
}

/** Housekeeping wakes a worker for it. */
async function readLists(
  ctx: SystemContext,
  { offered }: Restore,
  { organizationId, periodo, lists, ...connection }: UnreadMonth,
): Promise<void> {
  const own = {
    ...ctx,
    organization: { id: organizationId },
    actor: actors.system("restore"),
    requestId: newId("req", ctx.clock.now()),
  };
  const wanted = {
    periodo,
    alcances: lists,
    trigger: "manual",
    offered: offered(connection.connector),
    pendingLimit: Infinity,
    mayBeAhead: true,
  } as const;
  await withTx(own, (tx) => startSync(tx, connection, wanted));
}
