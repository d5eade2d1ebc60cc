import type { Mailbox, PortalDriver } from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { ActingConnection } from "#lib/ledger/index.ts";

/** Without an account that the service may use, a person has to allow it again at the provider. */
export function requireAccount({ credencial }: Pick<ActingConnection, "credencial">): void {
  if (credencial === "viva") return;
  throw new AppError("connected_account_required", { details: { credencial } });
}

/** For an act of mails: what it visits has a mailbox. */
export function mailboxOf({ mailbox }: PortalDriver): Mailbox {
  if (mailbox === undefined) throw new TypeError("a system without a mailbox");
  return mailbox;
}
