import { and, eq, gte, ne, sql } from "drizzle-orm";
import { displaySigned, todayInSantiago, type Fecha } from "#lib/chile/index.ts";
import type { FeeRefused, PreviewedReceipt } from "#lib/contract/index.ts";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { cleanText } from "#lib/kernel/clean-text.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import { validationError } from "#lib/kernel/errors/index.ts";
import {
  companyOf,
  readLive,
  type ActingConnection,
  type LedgerContext,
} from "#lib/ledger/index.ts";
import { records } from "#lib/records/records.sql.ts";
import { checkReceipt } from "./check-receipt.ts";
import { exceededLimits } from "./policy/exceeded-limits.ts";
import { requirePolicy } from "./policy/lock-policy.ts";
import { usedToday } from "./request-rows.ts";
import { feeReceiptRequests } from "./requests.sql.ts";
import { huellaWithAlike, alikeReceipts } from "./alike-receipts.ts";
import type { ExceededLimit, FeePreview, FeeReceiptAsked } from "./fee-request.ts";

/**
 * What the portal would issue, what the policy says about it, and what a person may want to check.
 */
export async function previewReceipt(
  ctx: LedgerContext,
  connection: ActingConnection,
  asked: FeeReceiptAsked,
): Promise<FeePreview> {
  const today = todayInSantiago(ctx.clock.now());
  await withTx(ctx, requirePolicy);
  const { request } = checkReceipt(asked, { issuerRut: connection.rut, today });
  const question = { kind: "honorarios", reading: "previsualizar", input: request } as const;
  const shown = (await readLive(ctx, connection, question)) as PreviewedReceipt | FeeRefused;
  if (shown.kind === "refused") throw refusedByForm(shown);
  return withTx(ctx, async (tx) => {
    const alike = await alikeReceipts(tx, connection, shown);
    return {
      documento: documentOf(shown),
      domiciliosEmisor: shown.domicilios.map(({ codigo, texto }) => ({
        codigo,
        texto: cleanText(texto),
      })),
      huella: huellaWithAlike(alike, shown.huella),
      limites: await limitsOf(tx, connection, shown, today),
      advertencias: await warningsOf(tx, connection, { shown, today, alike }),
    };
  });
}

/** The portal names its fields as we do, except who withholds. */
function refusedByForm({ issues }: FeeRefused) {
  return validationError(
    issues.map(({ path: [first, ...rest], code }) => ({
      path: first === undefined ? [] : [first === "retiene" ? "retencion" : first, ...rest],
      code,
      message: "The portal's form does not take it",
    })),
  );
}

function documentOf(shown: PreviewedReceipt): FeePreview["documento"] {
  const { fecha, rutReceptor, nombreReceptor, bruto, retencion, liquido } = shown;
  const pesos = (amount: number): string => displaySigned(amount, "CLP");
  return {
    fecha,
    rutReceptor,
    nombreReceptor: cleanText(nombreReceptor),
    bruto,
    tasaRetencion: shown.tasaRetencion / 100,
    retencion,
    liquido,
    quienRetiene: shown.retiene,
    display: { bruto: pesos(bruto), retencion: pesos(retencion), liquido: pesos(liquido) },
  };
}

async function limitsOf(
  tx: InTransaction<Context>,
  { id: connectionId }: ActingConnection,
  { fecha, bruto, rutReceptor: receiverRut, retiene }: PreviewedReceipt,
  today: Fecha,
): Promise<ExceededLimit[]> {
  const used = await usedToday(tx);
  const policy = await requirePolicy(tx);
  const limits = exceededLimits(policy, { connectionId, receiverRut, fecha, bruto, today, used });
  if (retiene !== "nadie") return limits;
  return [...limits, { limite: "sociedad_profesional", maximo: null, recibido: null }];
}

async function warningsOf(
  tx: InTransaction<Context>,
  connection: ActingConnection,
  { shown, today, alike }: { shown: PreviewedReceipt; today: Fecha; alike: readonly string[] },
): Promise<FeePreview["advertencias"]> {
  const warnings: [FeePreview["advertencias"][number], boolean][] = [
    // The rate is that of the year in which it is paid.
    ["anio_distinto", shown.fecha.slice(0, 4) !== today.slice(0, 4)],
    ["receptor_nuevo", await isNew(tx, connection, shown)],
    ["igual_reciente", alike.length > 0 || (await isRepeated(tx, connection, shown))],
    ["texto_cortado", shown.cortados.length > 0],
  ];
  return warnings.flatMap(([warning, holds]) => (holds ? [warning] : []));
}

/** Nobody in the organization has issued one to them, here or as far as any sync knows. */
async function isNew(
  { db, organization }: InTransaction<Context>,
  connection: ActingConnection,
  { rutReceptor }: PreviewedReceipt,
): Promise<boolean> {
  const t = feeReceiptRequests;
  const requested = await db.orm.$count(
    t,
    and(
      eq(t.organizationId, organization.id),
      eq(t.issuerRut, companyOf(connection)),
      eq(t.receiverRut, rutReceptor),
      ne(t.state, "rejected"),
    ),
  );
  if (requested > 0) return false;
  const synced = await db.orm.$count(
    records,
    and(
      eq(records.organizationId, organization.id),
      eq(records.connectionId, connection.id),
      eq(records.dataset, "tributario.boletas"),
      sql`starts_with(${records.sortKey}, 'emitidas|')`,
      sql`${records.payload} @> ${JSON.stringify({ rutContraparte: rutReceptor })}::jsonb`,
    ),
  );
  return synced === 0;
}

const recentMs = dayMs;

async function isRepeated(
  { db, organization, clock }: InTransaction<Context>,
  connection: ActingConnection,
  { rutReceptor, fecha, bruto }: PreviewedReceipt,
): Promise<boolean> {
  const t = feeReceiptRequests;
  const alike = and(
    eq(t.organizationId, organization.id),
    eq(t.issuerRut, companyOf(connection)),
    eq(t.kind, "emision"),
    eq(t.receiverRut, rutReceptor),
    eq(t.day, fecha),
    eq(t.gross, bruto),
    ne(t.state, "rejected"),
    gte(t.createdAt, new Date(clock.now().getTime() - recentMs)),
  );
  return (await db.orm.$count(t, alike)) > 0;
}
