import { boletasConsultar } from "#lib/connectors/tributario/tools/boletas-consultar.ts";
import type { ListedReceipt } from "#lib/contract/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { TestApi } from "../scenes/api.ts";
import type { Planted } from "./reading.ts";
import { rowOf } from "./row-of.ts";
import { storeRows } from "./stored-rows.ts";

/** As a sync of the month stores it. */
export async function listReceipt(
  api: TestApi,
  of: { organization: string; connection: string },
  { rutReceptor, fecha, bruto, folio, codigoBarras, estado }: ListedReceipt,
): Promise<void> {
  const row = rowOf(boletasConsultar, {
    lado: "emitidas",
    folio,
    codigoBarras,
    fecha,
    rutContraparte: rutReceptor,
    nombreContraparte: "Viñedos Aguas Frías SpA",
    bruto,
    retencionEmisor: 0,
    retencionReceptor: 0,
    liquido: bruto,
    estado,
  });
  await storeRows(api, of, boletasConsultar.dataset, [row]);
}

/** Two that a key requested, one issued and one unknown, and an annulment of the first. */
export async function plantFeeReceipts(
  api: Pick<Planted, "clock" | "connection" | "database">,
  organizationId: string,
  keyId: string,
): Promise<{ issued: string; inconclusive: string; annulment: string }> {
  const issued = await plant(api, organizationId, { keyId, state: "issued" });
  const inconclusive = await plant(api, organizationId, { keyId, state: "inconclusive" });
  return { issued, inconclusive, annulment: await annul(api, issued) };
}

/** From day 11 on, when its receiver is asked. */
async function annul(
  { database, clock }: Pick<Planted, "clock" | "database">,
  receiptId: string,
): Promise<string> {
  const id = newId("hon", clock.now());
  await database.owner(
    `insert into fee_receipt_requests
     select (jsonb_populate_record(r, jsonb_build_object('id', $2::text, 'kind', 'anulacion', 'receipt_id', id,
       'state', 'awaiting_receiver', 'mode', 'con_receptor', 'deadline', '2027-03-01'))).*
     from fee_receipt_requests r where id = $1`,
    [receiptId, id],
  );
  return id;
}

async function plant(
  { database, clock, connection }: Pick<Planted, "clock" | "connection" | "database">,
  organizationId: string,
  { keyId, state }: { keyId: string; state: "issued" | "inconclusive" },
): Promise<string> {
  const connectionId = await connection(organizationId, "tributario");
  const now = clock.now();
  const id = newId("hon", now);
  const isIssued = state === "issued";
  await database.owner(
    `insert into fee_receipt_requests (id, organization_id, connection_id, connector, kind, actor_kind,
       actor_id, operation_id, issuer_rut, reference, asked_on, receiver_rut, day, gross, withheld, net,
       state, is_sent, folio, bar_code, document_version, kept_version, created_at, updated_at)
     values ($1, $2, $3, 'tributario', 'emision', 'api_key', $4, $5, '76555835-2', $6, '2026-11-20',
       '77123456-9', '2026-11-20', 1250000, 190625, 1059375, $7, true, $8, $9, $10, $10, $11, $11)`,
    [
      id,
      organizationId,
      connectionId,
      keyId,
      newId("oper", now),
      `OC-${state}`,
      state,
      isIssued ? 121 : null,
      isIssued ? "7655583520001214941" : null,
      isIssued ? 1 : 0,
      now,
    ],
  );
  return id;
}
