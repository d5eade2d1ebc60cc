import * as z from "zod";
import type { Context, SystemContext } from "#lib/db/context.ts";
import { withSystemTx } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { doneActs, type DoneAct } from "#lib/kernel/done-acts.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { Vault } from "#lib/vault/index.ts";
import { doAgain } from "./do-again.ts";
import { saidOf } from "./said-again.ts";

const DoneLine = z.object({
  event: z.literal("act.done"),
  at: z.iso.datetime(),
  act: z.enum(doneActs),
  subject: z.string(),
  organization: z.string().optional(),
  until: z.iso.datetime().optional(),
  left: z.record(z.string(), z.unknown()).optional(),
});
const AdminLine = z.object({
  event: z.literal("admin.done"),
  at: z.iso.datetime(),
  command: z.string(),
  subject: z.string().nullish(),
});

/** Their verbs log what they take away themselves. */
const told = ["key revoke", "connection forget", "connection delete", "organization delete"];

interface Replayed {
  done: number;
  /** Acts on something that this database never had: it was made after the restore point. */
  unknown: number;
  /** The operator's other changes, and acts that are refused now: only a person can repeat them. */
  byHand: string[];
}

type As = (organizationId: string) => Context & { vault: Vault };

/**
 * Repeats what was taken away after the restore point, from the log's lines, in order. Earlier
 * lines, and other ones, are skipped. An act that is refused now is left to the operator; one that
 * breaks throws, and names its line.
 */
export async function replayActs(
  ctx: SystemContext,
  as: As,
  { lines, since }: { lines: readonly string[]; since: Date },
): Promise<Replayed> {
  const parsed = lines.map(jsonOf);
  // Earlier acts are in the database, and what was made again after them must stay.
  const isLater = ({ at }: { at: string }): boolean => Date.parse(at) >= since.getTime();
  const acts = parsed.flatMap((line) => DoneLine.safeParse(line).data ?? []).filter(isLater);
  const replayed: Replayed = { done: 0, unknown: 0, byHand: [] };
  for (const act of acts.toSorted((a, b) => (a.at < b.at ? -1 : 1))) {
    const organization = await ownerOf(ctx, act);
    if (organization === null) {
      replayed.unknown += 1;
      continue;
    }
    const refused = await doAgain(as(organization), act).then(
      () => false,
      (cause: unknown) => {
        if (isRefusal(cause)) return true;
        const reason = `not done again: ${act.at} ${act.act} ${act.subject}`;
        throw new AppError("forbidden", { details: { reason }, cause });
      },
    );
    if (refused) replayed.byHand.push(`${act.at} ${saidOf(act.act, act.subject)}`);
    else replayed.done += 1;
  }
  const commands = parsed.flatMap((line) => AdminLine.safeParse(line).data ?? []);
  const changed = commands.filter((one) => isLater(one) && !told.includes(one.command));
  replayed.byHand.push(
    ...changed.map(({ at, command, subject }) => `${at} ${saidOf(command, subject)}`),
  );
  return replayed;
}

/** Each of the verbs checks before it changes anything: a refusal has changed nothing. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code === "forbidden";
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // A line that the platform wrote between ours.
    return null;
  }
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
