import { and, eq } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import { withTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { organizationConnectors, organizations } from "#lib/identity/identity.sql.ts";
import type { PlanName } from "#lib/identity/index.ts";
import { minuteMs } from "#lib/kernel/clock.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import { closedUntil, jobProgress, type JobProgress } from "#lib/jobs/index.ts";
import { linkFailureOf, maxTries, type LinkFailure } from "./link-failure.ts";
import { stateAt } from "./link-state.ts";
import type { FindSystem, LinkSystem } from "./link-system.ts";
import { hashesOfLinkToken } from "./link-token.ts";
import { links } from "./links.sql.ts";

export interface LinkReader extends SystemContext {
  secret: ServiceSecret;
  systemOf: FindSystem;
}

/** What the page may show of a link, whatever its state. */
export interface LinkFacts {
  linkId: string;
  organizationId: string;
  organizationName: string;
  /** Decides how often its connections sync in the background. */
  plan: PlanName;
  system: LinkSystem;
  mode: "crear" | "reconectar";
  /** `onlyActs`: the module reads nothing and only acts. */
  alcances: { id: string; label: string; onlyActs: boolean }[];
  /**
   * Whether documents can be issued through one of these modules, so that more than reading is
   * asked for.
   */
  acts: boolean;
  /** The connection's own company, when the link reauthenticates it. */
  company: LinkCompany | null;
  connectionId: string | null;
  volverA: string | null;
  expiresAt: Date;
  /** When the credential it brings is erased; null means never automatically. */
  accessUntil: Date | null;
  attemptsLeft: number;
}

export interface LinkCompany {
  nombre: string;
  rut: string | null;
  razonSocial: string | null;
}

export type FoundLink =
  | { kind: "unknown" }
  | ({
      kind: "open";
      lastFailure: LinkFailure | null;
      /** Set when the last try found its login closed, or closed it. */
      closedUntil: Date | null;
      companyRut: string | null;
    } & LinkFacts)
  | ({ kind: "verifying"; progress: JobProgress | null } & LinkFacts)
  | ({
      kind: "used";
      consumedAt: Date;
      recent: boolean;
      /** The hash of the address that cuts the access, for the browser that has it. */
      cutHash: Buffer | null;
    } & LinkFacts)
  | ({ kind: "expired" } & LinkFacts)
  /** All allowed tries of the link were made. */
  | ({ kind: "exhausted" } & LinkFacts)
  /** The organization annulled it, or revoked the key that made it. */
  | ({ kind: "annulled" } & LinkFacts)
  /** Paused with the organization's billing, its use of the system, or the connection itself. */
  | ({ kind: "unavailable" } & LinkFacts);

/** How long the person who has just connected may still look at it. */
const recentMs = 15 * minuteMs;

/** Whose link it is: the only question about a visitor's token that bypasses the policies. */
const findByToken: Statement = {
  name: "links.find",
  repeatable: true,
  text: `select id as "linkId", organization_id as "organizationId" from find_link($1) where id is not null`,
};

/** The link of a token. A wrong one costs the same hash and the same statement. */
export async function findLink(ctx: LinkReader, token: string): Promise<FoundLink> {
  const hashes = hashesOfLinkToken(ctx.secret, token);
  const [found] = await ctx.db.run<{ linkId: string; organizationId: string }>(findByToken, [
    hashes,
  ]);
  if (found === undefined) return { kind: "unknown" };
  return withTx({ ...ctx, organization: { id: found.organizationId } }, async (tx) => {
    const row = await rowOf(tx, found.linkId);
    const system = row === null ? null : ctx.systemOf(row.link.connector);
    if (row === null || system === null) return { kind: "unknown" };
    return stateOf(tx, row, factsOf(row, system));
  });
}

async function rowOf(tx: InTransaction<LinkReader>, linkId: string) {
  const [row] = await tx.db.orm
    .select({
      link: links,
      state: stateAt(tx.clock.now()),
      organization: {
        name: organizations.name,
        billing: organizations.billing,
        plan: organizations.plan,
      },
      enabled: organizationConnectors.connector,
      connection: connections,
    })
    .from(links)
    .innerJoin(organizations, eq(organizations.id, links.organizationId))
    .leftJoin(
      organizationConnectors,
      and(
        eq(organizationConnectors.organizationId, links.organizationId),
        eq(organizationConnectors.connector, links.connector),
      ),
    )
    .leftJoin(connections, eq(connections.id, links.connectionId))
    .where(eq(links.id, linkId));
  return row ?? null;
}

type LinkRow = NonNullable<Awaited<ReturnType<typeof rowOf>>>;

async function stateOf(
  tx: InTransaction<LinkReader>,
  row: LinkRow,
  facts: LinkFacts,
): Promise<FoundLink> {
  const { link } = row;
  switch (row.state) {
    case "usado": {
      const consumedAt = link.consumedAt ?? link.createdAt;
      const recent = tx.clock.now().getTime() - consumedAt.getTime() < recentMs;
      return { ...facts, kind: "used", consumedAt, recent, cutHash: link.cutHash };
    }
    case "verificando": {
      const progress = link.jobId === null ? null : await jobProgress(tx, link.jobId);
      return { ...facts, kind: "verifying", progress };
    }
    case "anulado":
      return { ...facts, kind: "annulled" };
    case "vencido":
      return { ...facts, kind: "expired" };
    case "agotado":
      return { ...facts, kind: "exhausted" };
    case "abierto": {
      if (isPaused(row)) return { ...facts, kind: "unavailable" };
      const { companyRut, jobId } = link;
      const lastFailure = linkFailureOf(link.lastFailure);
      const until = isClosing(lastFailure) && jobId !== null ? await closedUntil(tx, jobId) : null;
      return { ...facts, kind: "open", lastFailure, closedUntil: until, companyRut };
    }
  }
}

/** The login may not be tried for a while. */
const isClosing = (failure: LinkFailure | null): boolean =>
  failure === "ingreso_en_pausa" || failure === "cuenta_bloqueada";

function isPaused({ organization, enabled, connection }: LinkRow): boolean {
  if (organization.billing !== "active" || enabled === null) return true;
  return connection !== null && connection.disabledAt !== null;
}

function factsOf({ link, organization, connection }: LinkRow, system: LinkSystem): LinkFacts {
  return {
    linkId: link.id,
    organizationId: link.organizationId,
    organizationName: organization.name,
    plan: organization.plan,
    system,
    mode: link.mode,
    ...modulesOf(system, link.alcances),
    company: connection,
    connectionId: link.connectionId,
    volverA: link.volverA,
    expiresAt: link.expiresAt,
    accessUntil: link.accessUntil,
    attemptsLeft: maxTries - link.attempts,
  };
}

/** What a page says about these modules. */
export function modulesOf(
  system: LinkSystem,
  ids: readonly string[],
): Pick<LinkFacts, "alcances" | "acts"> {
  const acting = new Set(system.actingAlcances);
  return {
    alcances: ids.map((id) => {
      const { label = id, syncable } = system.alcances.find((one) => one.id === id) ?? {};
      return { id, label, onlyActs: syncable === false && acting.has(id) };
    }),
    acts: ids.some((id) => acting.has(id)),
  };
}
