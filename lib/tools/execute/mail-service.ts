import type { MailService, ToolConnection } from "#lib/contract/index.ts";
import type { Cursors } from "#lib/kernel/cursor.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import type { LedgerContext } from "#lib/ledger/index.ts";
import { challengeLink } from "#lib/links/index.ts";
import { readMail, searchMail, sendMail } from "#lib/mailbox/index.ts";
import { keyedCall, tellOfKey, type KeyedRun } from "./tell-of-key.ts";

type MailAnswer = Awaited<ReturnType<MailService["send"]>>;
type MailContext = LedgerContext & { cursors: Cursors; secret: ServiceSecret };

/** The verbs of the mailbox, bound to this caller and to the key of this call. */
export function mailFor(ctx: MailContext, keyed: KeyedRun): MailService {
  const { call } = keyed;
  return {
    send: (connection, { input, mail }) =>
      withChallenge(ctx, connection, "enviar", () =>
        tellOfKey(call, async () => {
          const own = keyedCall(ctx, keyed, connection.id, input);
          const answer = await sendMail(ctx, connection, { ...own, mail });
          return { ...answer, data: answer.data as unknown as MailAnswer };
        }),
      ),
    search: (connection, { consulta, limit, cursor }) =>
      withChallenge(ctx, connection, "leer", async () => {
        const list = [call.toolId, connection.id, consulta];
        const [after = null] = cursor === undefined ? [] : ctx.cursors.read(list, cursor);
        const found = await searchMail(ctx, connection, { consulta, limit, after });
        const next = found.after === null ? null : ctx.cursors.make(list, [found.after]);
        return { correos: found.correos, cursor: next };
      }),
    read: (connection, mensajeId) =>
      withChallenge(ctx, connection, "leer", () => readMail(ctx, connection, mensajeId)),
  };
}

/** Where a person has to allow something, the answer says where. */
async function withChallenge<T>(
  ctx: MailContext,
  connection: ToolConnection,
  modulo: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, details } = error;
    const isMissing = code === "forbidden" && details?.["reason"] === "provider_scope_missing";
    // A worker may find that a credential was revoked after the call began.
    const isGone = ["connected_account_required", "connection_credential_required"].includes(code);
    if (!isMissing && !isGone) throw error;
    const challenge = await challengeLink(ctx, connection);
    throw isMissing
      ? new AppError("forbidden", { details: { modulo, ...details, challenge } })
      : new AppError("connected_account_required", { details: { challenge } });
  }
}
