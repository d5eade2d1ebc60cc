import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { networkOfCaller } from "#lib/egress/index.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import type { MailTx } from "#lib/notices/index.ts";
import type { Vault } from "#lib/vault/index.ts";

export interface PeopleContext extends SystemContext {
  secret: ServiceSecret;
  vault: Vault;
}

export type PeopleTx = InTransaction<PeopleContext> & MailTx;

/** Where a request came from, if known. */
export type CallerAddress = string | null;

/** The key under which its tries are counted; null if the origin is unknown. */
export function hashSource(secret: ServiceSecret, address: CallerAddress): Buffer | null {
  const network = networkOfCaller(address);
  return network === null ? null : secret.hash("source", network);
}

const lock: Statement = {
  name: "people.lock",
  repeatable: false,
  text: "select pg_advisory_xact_lock($1::bigint)",
};

/** Serializes everything that counts per mail address. Returns the key it is counted under. */
export async function lockMail(
  { db, secret }: Pick<PeopleTx, "db" | "secret">,
  mail: string,
): Promise<Buffer> {
  const subject = secret.hash("mail-address", mail);
  await db.run(lock, [subject.readBigInt64BE()]);
  return subject;
}
