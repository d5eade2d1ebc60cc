import { eq } from "drizzle-orm";
import * as z from "zod";
import type { Orm } from "#lib/db/database.ts";
import { readDocument, type Egress, type ReadDocument } from "#lib/egress/index.ts";
import { isRecent, minuteMs, type Clock } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Log } from "#lib/kernel/log.ts";
import { isAllowedRedirect } from "../redirect-uris.ts";
import { ClientName } from "../register-client.ts";
import { oauthClient } from "./auth.sql.ts";
import { documentDiscovery } from "./client-documents.ts";
import { freshUntil } from "./fresh-until.ts";

type Row = typeof oauthClient.$inferSelect;

export interface ClientFetcher {
  orm: Orm;
  clock: Clock;
  log: Log;
  egress: Egress;
  /** Counts a fetch from the host; false when this host's limit or the overall one is exceeded. */
  mayFetch(host: string): Promise<boolean>;
}

const limits = { timeoutMs: 5_000, maxBytes: 5 * 1024 };
const failureKeptMs = minuteMs;
const mostFailuresKept = 1_000;

const uri = z.string().refine(isAllowedRedirect);

/** What a document must contain. It may contain much more. */
const Document = z.object({
  client_id: z.string(),
  client_name: ClientName,
  redirect_uris: z.array(uri).min(1).max(10),
  token_endpoint_auth_method: z.literal("none").default("none"),
  grant_types: z.array(z.string()).default(["authorization_code", "refresh_token"]),
  response_types: z.array(z.string()).default(["code"]),
});

/**
 * The row of a client identified by its document, which is fetched again when it is no longer
 * fresh.
 */
export function clientFetcher({ orm, clock, log, egress, mayFetch }: ClientFetcher) {
  const failed = new Map<string, number>();

  async function fetchDocument(id: string, known: Row | undefined): Promise<Row | null> {
    const read = await readDocument(egress, id, limits);
    const document = read.kind === "read" ? parse(id, read) : null;
    if (document === null || read.kind !== "read") {
      log.info("client_document.refused", { client: id, kind: read.kind });
      return null;
    }
    const now = clock.now();
    const said = {
      clientDiscoveryId: documentDiscovery,
      name: document.client_name,
      redirectUris: document.redirect_uris,
      tokenEndpointAuthMethod: "none",
      grantTypes: document.grant_types.filter((type) => grantTypes.includes(type)),
      responseTypes: ["code"],
      updatedAt: now,
      freshUntil: freshUntil(read.headers, now),
    };
    const [row] = await orm
      .insert(oauthClient)
      .values({ id: known?.id ?? newId("ocl", now), clientId: id, createdAt: now, ...said })
      .onConflictDoUpdate({ target: oauthClient.clientId, set: said })
      .returning();
    return row ?? null;
  }

  return async (id: string): Promise<Row | null> => {
    const now = clock.now().getTime();
    const host = hostOf(egress, id);
    if (host === null) return null;
    const [known] = await orm.select().from(oauthClient).where(eq(oauthClient.clientId, id));
    if (known?.freshUntil != null && known.freshUntil.getTime() > now) return known;
    const failedAt = failed.get(id);
    if (failedAt !== undefined && isRecent(failedAt, now, failureKeptMs)) return null;
    // No fault of the client's: others asked too often, and keep nobody out who is known.
    if (!(await mayFetch(host))) return known ?? null;
    const found = await fetchDocument(id, known);
    if (found === null) keepFailure(failed, id, now);
    else failed.delete(id);
    return found;
  };
}

const grantTypes: readonly string[] = ["authorization_code", "refresh_token"];

/** An https url with a path, in canonical form, since ids are compared as text. */
function hostOf(egress: Egress, id: string): string | null {
  const checked = egress.checkUrl(id);
  if (!checked.ok || id.length > 500) return null;
  const { url, host } = checked;
  return url.href === id && url.pathname !== "/" && !id.includes("#") ? host : null;
}

function parse(
  id: string,
  { status, headers, body }: Extract<ReadDocument, { kind: "read" }>,
): z.output<typeof Document> | null {
  const type = headers["content-type"] ?? "";
  if (status !== 200 || !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) return null;
  const parsed = Document.safeParse(jsonOf(body));
  if (!parsed.success || parsed.data.client_id !== id) return null;
  return parsed.data.grant_types.includes("authorization_code") ? parsed.data : null;
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
}

function keepFailure(failed: Map<string, number>, id: string, now: number): void {
  const [oldest] = failed.keys();
  if (failed.size >= mostFailuresKept && oldest !== undefined) failed.delete(oldest);
  failed.set(id, now);
}
