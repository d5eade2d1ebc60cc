import { createHash } from "node:crypto";
import { and, eq, gte, inArray, isNull } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "#lib/db/database.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { AgentPort } from "../../auth-port.ts";
import { oauthRefreshToken, verification } from "./auth.sql.ts";

type StoredTokens = Pick<
  AgentPort,
  "findCode" | "findRefreshToken" | "dropCode" | "undoRotation" | "keepScopes" | "oneAtATime"
>;

/** What the library stores for a code: the request that it answers, and the grant. */
const Code = z.object({
  type: z.literal("authorization_code"),
  query: z.object({
    client_id: z.string(),
    redirect_uri: z.string(),
    code_challenge: z.string(),
  }),
  referenceId: z.string(),
});

/** The library's rows of codes and refresh tokens, stored by their hashes. */
export function storedTokens(database: Database, locks: Database): StoredTokens {
  const { orm } = database;

  const ofToken = (token: string) => eq(oauthRefreshToken.token, hashOf(token));

  return {
    findCode: async (code) => {
      const names = inArray(verification.identifier, [hashOf(code), redeemedName(code)]);
      const [row] = await orm.select().from(verification).where(names);
      const parsed = Code.safeParse(jsonOf(row?.value));
      if (row === undefined || !parsed.success) return null;
      const { query, referenceId: grantId } = parsed.data;
      return {
        clientId: query.client_id,
        grantId,
        redirectUri: query.redirect_uri,
        codeChallenge: query.code_challenge,
        createdAt: row.createdAt,
        redeemedAt: row.identifier === redeemedName(code) ? row.updatedAt : null,
      };
    },
    findRefreshToken: async (token) => {
      const [row] = await orm.select().from(oauthRefreshToken).where(ofToken(token));
      if (row === undefined) return null;
      const { clientId, referenceId, expiresAt } = row;
      const rotated =
        row.revoked === null
          ? null
          : { at: row.revoked, isAnswered: row.rotationReplayResponse !== null };
      return { clientId, grantId: referenceId ?? "", expiresAt, rotated };
    },
    dropCode: async (code) => {
      await orm.delete(verification).where(eq(verification.identifier, hashOf(code)));
    },
    undoRotation: (token) =>
      orm.transaction(async (tx) => {
        const [row] = await tx.select().from(oauthRefreshToken).where(ofToken(token)).for("update");
        if (row?.revoked == null || row.rotationReplayResponse !== null) return;
        // Nobody received it: its process died before the answer was stored.
        await tx
          .delete(oauthRefreshToken)
          .where(
            and(
              eq(oauthRefreshToken.referenceId, row.referenceId ?? ""),
              eq(oauthRefreshToken.authorizationCodeId, row.authorizationCodeId ?? ""),
              gte(oauthRefreshToken.createdAt, row.revoked),
              isNull(oauthRefreshToken.revoked),
            ),
          );
        await tx
          .update(oauthRefreshToken)
          .set({ revoked: null, rotatedAt: null, rotationReplayExpiresAt: null })
          .where(eq(oauthRefreshToken.id, row.id));
      }),
    keepScopes: async (token, next) => {
      const [row] = await orm.select().from(oauthRefreshToken).where(ofToken(token));
      if (row === undefined) return;
      await orm.update(oauthRefreshToken).set({ scopes: row.scopes }).where(ofToken(next));
    },
    // Uses its own pool: the library updates the row on another connection, and waiting here must
    // not hold the last one. If the server ends a lock after half a minute the commit fails, and
    // the answer made meanwhile is not sent.
    oneAtATime: (token, work) =>
      locks.transaction("*", async (queries) => {
        await queries.run(lock, [`refresh ${hashOf(token)}`]);
        return work({
          // In the lock's transaction: the next request finds the code, and none is left by an
          // answer that is not sent.
          keepRedeemed: async (code, { until, ...stored }) => {
            const { clientId, grantId, redirectUri, codeChallenge } = stored;
            const { createdAt, redeemedAt } = stored;
            const value: z.input<typeof Code> = {
              type: "authorization_code",
              query: {
                client_id: clientId,
                redirect_uri: redirectUri,
                code_challenge: codeChallenge,
              },
              referenceId: grantId,
            };
            await queries.orm.insert(verification).values({
              id: newId("ver", redeemedAt),
              identifier: redeemedName(code),
              value: JSON.stringify(value),
              createdAt,
              updatedAt: redeemedAt,
              expiresAt: until,
            });
          },
        });
      }),
  };
}

const lock = {
  name: "auth.one_at_a_time",
  text: "select pg_advisory_xact_lock(hashtextextended($1, 0))",
  repeatable: false,
} as const;

/** The library looks for a hash, and never finds this. */
function redeemedName(code: string): string {
  return `redeemed ${hashOf(code)}`;
}

/** As the library hashes them. */
function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return null;
  }
}
