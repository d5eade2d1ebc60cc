import type { NewRecord } from "#lib/contract/index.ts";

/** The truth's rows in the words of banco_b's portal. */
export function transferInPortalWords({ payload: row }: NewRecord): object {
  return {
    cuenta: row["numeroCuenta"],
    fecha: row["fecha"],
    hora: row["hora"],
    sentido: row["direction"] === "issued" ? "enviada" : "recibida",
    numero: row["numeroTransaccion"],
    rut: row["rutContraparte"],
    nombre: row["nombreContraparte"],
    banco: row["bancoContraparte"],
    cuentaContraparte: row["cuentaContraparte"],
    monto: row["monto"],
    mensaje: row["mensaje"],
    estado: row["estado"],
  };
}

const tipos: Record<string, string> = { remuneraciones: "REM", proveedores: "PRO", otros: "OTR" };

export function batchInPortalWords({ payload: row }: NewRecord): object {
  return {
    id: row["idNomina"],
    fecha: row["fecha"],
    registros: row["numRegistros"],
    total: row["monto"],
    nombre: row["nombre"],
    tipo: tipos[String(row["tipoNomina"])],
    fechaPago: row["fechaPago"],
    estado: row["estado"],
  };
}

export function lineInPortalWords({ payload: row }: NewRecord): object {
  return {
    linea: row["linea"],
    rut: row["rutBeneficiario"],
    nombre: row["nombreBeneficiario"],
    monto: row["monto"],
    estado: row["estado"],
    motivoRechazo: row["motivoRechazo"],
  };
}
