import { newId } from "#lib/kernel/ids.ts";
import { documentHash, sealDocument } from "#lib/emissions/sealed-document.ts";
import type { PreviewedDocument } from "#lib/contract/index.ts";
import type { TestApi } from "./api.ts";

/** A document that a key previewed and another credential asked to emit, as the portal would have left it. */
export async function plantPreparation(
  { database, deps, clock, connection }: TestApi,
  organizationId: string,
  keyId: string,
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
      EFXP_RZN_SOC_RECEP: "SERVICIOS <b>DEL</b> SUR LTDA",
    },
    revisionEmisor: "r1",
    tiposDte: [33],
    anula: null,
    advertencias: ["El portal cortó la descripción de la línea 1 en 40 caracteres."],
  } as unknown as PreviewedDocument;
  const linea = {
    nombre: "Asesoría contable de noviembre <script>alert(1)</script>",
    descripcion: "Cierre mensual, conciliación de cuatro cuentas y declaración",
    cantidad: 1,
    precioUnitario: 1_250_000,
  };
  const receptor = {
    rut: "77123456-9",
    razonSocial: "Servicios del Sur Ltda.",
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
  const request = { kind: "dte", documento } as unknown as Parameters<
    typeof sealDocument
  >[2]["request"];
  const document = await sealDocument(deps, { organizationId, id }, { request, previewed });
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
