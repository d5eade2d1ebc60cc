import { newId } from "#lib/kernel/ids.ts";
import { signReceipt } from "#lib/ledger/operation/receipts.ts";
import { documentHash } from "#lib/acts/documents/sealed-document.ts";
import { sealOrder } from "#lib/ledger/preparation/sealed-order.ts";
import type { DocumentRequest, PreviewedDocument } from "#lib/contract/index.ts";
import type { Planted } from "./reading.ts";

/** A document that a key previewed and another credential wanted to emit, as the portal would have left it. */
export async function plantPreparation(
  { database, deps, clock, connection }: Planted,
  organizationId: string,
  keyId: string,
  /** The texts of people and of the portal, chosen by the test. */
  wordOf: (text: string) => string = (text) => text,
): Promise<string> {
  const connectionId = await connection(organizationId, "tributario");
  const now = clock.now();
  const id = newId("prv", now);
  const fechaEmision = "2026-11-20";
  const totales = { neto: 1_250_000, exento: 0, iva: 237_500, total: 1_487_500 };
  const previewed = {
    tipoDte: 33,
    receptorRut: "77123456-9",
    fechaEmision,
    totales,
    normalizado: {
      EFXP_RUT_RECEP: "77123456",
      EFXP_RZN_SOC_RECEP: wordOf("SERVICIOS <b>DEL</b> SUR LTDA"),
    },
    revisionEmisor: "r1",
    tiposDte: [33],
    anula: null,
    advertencias: [wordOf("El portal cortó la descripción de la línea 1 en 40 caracteres.")],
  } as unknown as PreviewedDocument;
  const linea = {
    nombre: wordOf("Asesoría contable de noviembre <script>alert(1)</script>"),
    descripcion: wordOf("Cierre mensual, conciliación de cuatro cuentas y declaración"),
    cantidad: 1,
    precioUnitario: 1_250_000,
  };
  const receptor = {
    rut: "77123456-9",
    razonSocial: wordOf("Servicios del Sur Ltda."),
    giro: "Servicios",
    direccion: "Los Aromos 123",
    comuna: "Talca",
    ciudad: "Talca",
  };
  const documento = {
    tipoDte: 33,
    receptor,
    lineas: [linea],
    formaPago: "contado",
    fechaEmision,
    referencias: [],
  };
  const request = { kind: "dte", documento } as unknown as DocumentRequest;
  const document = await sealOrder(deps, { organizationId, id }, { request, previewed });
  await database.owner(
    `insert into preparations (id, organization_id, connection_id, kind, actor_kind, actor_id, document,
      document_hash, tipo_dte, totals, state, expires_at, created_at, confirmation_asked_at)
     values ($1, $2, $3, 'dte', 'api_key', $4, $5, $6, 33, $7, 'pending', $8, $9, $9)`,
    [
      id,
      organizationId,
      connectionId,
      keyId,
      document,
      documentHash(previewed),
      JSON.stringify(totales),
      new Date(now.getTime() + 15 * 60_000),
      now,
    ],
  );
  return id;
}

/** An operation of such a preparation that was sent, and was issued or has an unknown outcome. */
export async function plantOperation(
  { database, clock, deps }: Pick<Planted, "clock" | "database" | "deps">,
  organizationId: string,
  {
    preparationId,
    state,
    folio = 1201,
  }: { preparationId: string; state: "done" | "unknown"; folio?: number },
): Promise<string> {
  const now = clock.now();
  const id = newId("oper", now);
  const used = newId("prv", now);
  const receipt =
    state === "unknown"
      ? null
      : signReceipt(deps.secret, {
          operacionId: id,
          idempotencyKey: id,
          toolId: "tributario.dte.emitir",
          inputHash: "hash",
          documentHash: "hash",
          resultado: "emitido",
          tipoDte: 33,
          folio,
          referencia: String(folio),
          prueba: "respuesta",
          en: now.toISOString(),
        });
  await database.owner(
    `insert into preparations (id, organization_id, connection_id, kind, actor_kind, actor_id, document,
      document_hash, tipo_dte, totals, state, expires_at, created_at)
     select $1, organization_id, connection_id, kind, actor_kind, actor_id, document, document_hash,
      tipo_dte, totals, 'consumed', expires_at, created_at
     from preparations where id = $2`,
    [used, preparationId],
  );
  await database.owner(
    `insert into operations (id, organization_id, connection_id, connector, rut, kind, tool_id, preparation_id,
      idempotency_key, operation_request_id, actor_kind, actor_id, fingerprint, input_hash, looks_like,
      document_hash, tipo_dte, state, job_id, token, folio, external_ref, receipt, barrier_at, created_at, look_again_at)
     select $1, organization_id, connection_id, 'tributario', '76555835-2', kind, 'tributario.dte.emitir', id,
      $1, 'req_1', actor_kind, actor_id, '', 'hash', $1, document_hash, 33, $3, 'sjb_1', 1, $4::int, $4::int::text, $5, $6, $6, $7
     from preparations where id = $2 and organization_id = $8`,
    [
      id,
      used,
      state,
      state === "done" ? folio : null,
      receipt,
      now,
      state === "unknown" ? new Date(now.getTime() + 600_000) : null,
      organizationId,
    ],
  );
  await database.owner(
    `insert into operation_evidence (id, organization_id, operation_id, token, step, found, at)
     values ($1, $2, $3, 1, 'list', '{"listed": 40, "matching": 0, "candidates": 0}', $4)`,
    [newId("rec", now), organizationId, id, now],
  );
  return id;
}
