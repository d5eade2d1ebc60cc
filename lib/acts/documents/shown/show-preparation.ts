import { withTx, type Context } from "#lib/db/context.ts";
import { joined } from "#lib/db/joined.ts";
import type { Statement } from "#lib/db/database.ts";
import type { DocumentRequest, DteDocument, PreviewedDocument } from "#lib/contract/index.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import type { Vault } from "#lib/vault/index.ts";
import { namesOfActors } from "#lib/identity/index.ts";
import { isAnnulledAt, isConfirmed } from "#lib/ledger/index.ts";
import { annulledBy } from "../annulment-target.ts";
import { likenessOfPreviewed, openDocument } from "../sealed-document.ts";

interface Row {
  id: string;
  document: Buffer;
  documentHash: string | null;
  state: "pending" | "confirmed" | "consumed";
  connectionId: string;
  /** While it is, nobody can issue the document. */
  isConnectionDisabled: boolean;
  company: string;
  rut: string | null;
  actorId: string;
  askedAt: Date | null;
  confirmedBy: string | null;
  rejectedBy: string | null;
  operationId: string | null;
  isAnnulled: boolean;
  isConfirmed: boolean;
  expiresAt: Date;
}

type Kept = Omit<
  Row,
  "actorId" | "confirmedBy" | "document" | "documentHash" | "rejectedBy" | "state"
>;

export interface ShownPreparation extends Kept {
  /** Display names; null when that person or key is gone, and where nobody decided. */
  asker: string | null;
  confirmer: string | null;
  rejecter: string | null;

  /** Identifies the document as shown: a confirmation must include it. */
  hash: string;
  state: "waiting" | "confirmed" | "rejected" | "annulled" | "expired" | "consumed";
  /** The document as requested; null when the request only named another one to annul. */
  asked: DteDocument | null;
  annuls: { tipoDte: number; folio: number } | null;
  previewed: PreviewedDocument;
  /** Operations of the last day with the same type, receiver, date and total. */
  alike: { id: string; folio: number | null }[];
  /** No document read from the portal was issued to this receiver. */
  isNewReceiver: boolean;
}

const find: Statement = {
  name: "emissions.show_preparation",
  repeatable: true,
  text: `
    select p.id, p.document, p.document_hash as "documentHash", p.state, c.id as "connectionId",
      c.disabled_at is not null as "isConnectionDisabled", c.nombre as company, c.rut, p.actor_id as "actorId", p.confirmation_asked_at as "askedAt",
      p.confirmed_by as "confirmedBy", p.rejected_by as "rejectedBy", p.expires_at as "expiresAt",
      (select o.id from operations o where o.organization_id = p.organization_id
        and o.preparation_id = p.id and o.state <> 'released' limit 1) as "operationId",
      ${isAnnulledAt("$3")} as "isAnnulled", ${isConfirmed} as "isConfirmed"
    from preparations p
    join connections c on c.organization_id = p.organization_id and c.id = p.connection_id
    where p.organization_id = $1 and p.id = $2`,
};

const alikeSince: Statement = {
  name: "emissions.alike_since",
  repeatable: true,
  text: `
    select id, folio::float8 as folio from operations
    where organization_id = $1 and connection_id = $2 and looks_like = $3 and created_at > $4
      and state not in ('released', 'rejected')
    order by created_at desc limit 20`,
};

const issuedTo: Statement = {
  name: "emissions.issued_to",
  repeatable: true,
  text: `
    select 1 from records
    where organization_id = $1 and connection_id = $2 and withdrawn_at is null and (
      dataset = 'tributario.dte' and payload->>'rutContraparte' = $3
      or dataset = 'facturacion.documentos' and payload->>'lado' = 'emitidos'
        and payload->>'rutReceptor' = $3)
    limit 1`,
};

/**
 * The document as the portal prepared it, with what a person should know before confirming. Null if
 * there is none.
 */
export async function showPreparation(
  ctx: Context & { vault: Vault },
  previewRef: string,
): Promise<ShownPreparation | null> {
  const organizationId = ctx.organization.id;
  return withTx(ctx, async ({ db }) => {
    const [row] = await db.run<Row>(find, [organizationId, previewRef, ctx.clock.now()]);
    if (row === undefined || row.documentHash === null) return null;
    const {
      document,
      documentHash: hash,
      state: _,
      actorId,
      confirmedBy,
      rejectedBy,
      ...rest
    } = row;
    const opened = await openDocument(ctx, { id: row.id, organizationId, document });
    const { request, previewed } = opened;
    if (previewed === null) return null;
    const { receptorRut } = previewed;
    const since = new Date(ctx.clock.now().getTime() - dayMs);
    const alike = await db.run<{ id: string; folio: number | null }>(alikeSince, [
      organizationId,
      row.connectionId,
      likenessOfPreviewed(previewed),
      since,
    ]);
    const known =
      receptorRut === null
        ? [1]
        : await db.run(issuedTo, [organizationId, row.connectionId, receptorRut]);
    const people = [actorId, confirmedBy, rejectedBy];
    const names = await namesOfActors(
      { ...ctx, db: joined(db, organizationId) },
      people.filter((id) => id !== null),
    );
    const [asker = null, confirmer = null, rejecter = null] = people.map((id) =>
      id === null ? null : (names.get(id) ?? null),
    );
    return {
      ...rest,
      asker,
      confirmer,
      rejecter,
      hash,
      asked: askedIn(request),
      annuls: annulledBy(request),
      previewed,
      alike: alike.filter(({ id }) => id !== row.operationId),
      isNewReceiver: known.length === 0,
      state: stateOf(row, ctx.clock.now()),
    };
  });
}

function askedIn(request: DocumentRequest): DteDocument | null {
  return request.kind === "anulacion" ? null : request.documento;
}

function stateOf(row: Row, now: Date): ShownPreparation["state"] {
  if (row.state === "consumed" || row.operationId !== null) return "consumed";
  if (row.rejectedBy !== null) return "rejected";
  if (row.expiresAt <= now) return "expired";
  if (row.isAnnulled) return "annulled";
  return row.isConfirmed ? "confirmed" : "waiting";
}
