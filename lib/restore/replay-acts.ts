import type { Context, SystemContext } from "#lib/db/context.ts";
import { withSystemTx } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import type { DoneAct } from "#lib/kernel/done-acts.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { Vault } from "#lib/vault/index.ts";
import { actLines, type Lines } from "./act-lines.ts";
import { doAgain } from "./do-again.ts";
import { replayName } from "./said-again.ts";

/** Their verbs log what they take away themselves. */
const told = ["key revoke", "connection forget", "connection delete", "organization delete"];

/** How many lines that cannot be read are named. */
const mostNamed = 20;

interface Replayed {
  done: number;
  /** Acts on something that this database never had: it was made after the restore point. */
  unknown: number;
  /** The operator's other changes, and acts that are refused now: only a person can repeat them. */
  byHand: string[];
  /** Lines that cannot be read, which the operator left out: how many, and the first numbers. */
  leftOut?: { lines: number; first: number[] };
}

interface Log {
  lines: Lines;
  since: Date;
  /** Whether the operator has looked at the lines that cannot be read. */
  isLeftOut?: boolean;
}

type As = (organizationId: string) => Context & { vault: Vault };

/**
 * Repeats what was taken away after the restore point, from the log's lines, in order. Earlier
 * lines, and other ones, are skipped; with a line that may report an act and cannot be read,
 * nothing is done until it is left out. An act that is refused now is left to the operator; one
 * that breaks throws, and names its line.
 */
export async function replayActs(
  ctx: SystemContext,
  as: As,
  { lines, since, isLeftOut = false }: Log,
): Promise<Replayed> {
  // Earlier acts are in the database, and what was made again after them must stay.
  const { acts, perhaps, commands, unreadable } = await actLines(lines, since);
  const first = unreadable.slice(0, mostNamed);
  if (!isLeftOut && unreadable.length > 0) {
    const more = unreadable.length > mostNamed ? ", …" : "";
    const reason = `lines that may report an act and cannot be read: ${unreadable.length}, at ${first.join(", ")}${more}. Nothing was done. Repair them, or repeat by hand what they report and give --left-out`;
    throw new AppError("forbidden", { details: { reason } });
  }
  const replayed: Replayed = { done: 0, unknown: 0, byHand: [] };
  for (const act of acts) {
    const organization = await ownerOf(ctx, act);
    if (organization === null) {
      replayed.unknown += 1;
      continue;
    }
    const isRefused = await doAgain(as(organization), act).then(
      () => false,
      (cause: unknown) => {
        if (isRefusal(cause)) return true;
        const reason = `not done again: ${act.at} ${act.act} ${act.subject}`;
        throw new AppError("forbidden", { details: { reason }, cause });
      },
    );
    if (isRefused) replayed.byHand.push(`${act.at} ${replayName(act.act, act.subject)}`);
    else replayed.done += 1;
  }
  replayed.byHand.push(
    ...perhaps.map(({ at, act, subject }) => `${at} ${replayName(act, subject)}, perhaps`),
    ...commands
      .filter(({ command }) => !told.includes(command))
      .map(({ at, command, subject }) => `${at} ${replayName(command, subject)}`),
  );
  if (unreadable.length > 0) replayed.leftOut = { lines: unreadable.length, first };
  return replayed;
}

/** Each of the verbs checks before it changes anything: a refusal has changed nothing. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code === "forbidden";
}

const ofKey = "organization_id as id from api_keys where id = $1";
const ofGrant = "organization_id as id from grants where id = $1";
const ofMember = "organization_id as id from members where user_id = $1 and organization_id = $2";
const ofEndpoint = "organization_id as id from webhook_endpoints where id = $1";
const ofConnection = "organization_id as id from connections where id = $1 and deleted_at is null";

const owners: Readonly<Record<DoneAct["act"], string>> = {
  "key.revoked": ofKey,
  "key.narrowed": ofKey,
  "grant.ended": ofGrant,
  "grant.narrowed": ofGrant,
  "member.removed": ofMember,
  "member.lowered": ofMember,
  "password.changed": "organization_id as id from members where user_id = $1",
  "credential.forgotten": ofConnection,
  "credential.refused": ofConnection,
  "connection.narrowed": ofConnection,
  "connection.deleted": ofConnection,
  "endpoint.disabled": ofEndpoint,
  "endpoint.changed": ofEndpoint,
  "organization.narrowed": "id from organizations where id = $1",
  "organization.deleted": "id from organizations where id = $1 and deletes_at is null",
  "organization.kept": "id from organizations where id = $1 and deletes_at is not null",
};

/** Null if it does not exist, or no longer. */
async function ownerOf(
  ctx: SystemContext,
  { act, subject, organization = "" }: DoneAct,
): Promise<string | null> {
  const find: Statement = {
    name: `restore.owner.${act}`,
    repeatable: true,
    text: `select ${owners[act]} and $2::text is not null`,
  };
  const [row] = await withSystemTx(ctx, ({ db }) =>
    db.run<{ id: string }>(find, [subject, organization]),
  );
  return row?.id ?? null;
}
