import * as z from "zod";
import { accountFilters, readAtField, whereRows } from "#lib/contract/bank/index.ts";
import { readTool } from "#lib/contract/index.ts";
import { direction, Transferencia, transferencias } from "../store.ts";

export const transferenciasConsultar = readTool({
  id: "banco_b.transferencias.consultar",
  title: "Consultar transferencias guardadas",
  description:
    "Lista las transferencias (TEF) ya sincronizadas, de la más nueva a la más antigua: con direccion issued las enviadas, con received las recibidas, sin direccion ambas. Trae también las rechazadas, que no movieron dinero: mira estado antes de sumar. numeroTransaccion es texto. Lista vacía si el periodo nunca se sincronizó (banco_b.conexion.sincronizar).",
  alcance: "transferencias",
  dataset: transferencias,
  row: Transferencia.extend(readAtField),
  filters: z.strictObject({ ...accountFilters, direccion: direction.optional() }),
  where: ({ direccion, ...rest }) => ({
    ...whereRows(rest),
    ...(direccion !== undefined && { match: { direction: direccion } }),
  }),
  example: {
    input: { periodo: "2026-08", direccion: "issued" },
    rows: [
      {
        direction: "issued",
        numeroTransaccion: "00052083971237",
        fecha: "2026-08-11",
        hora: "19:04:43",
        numeroCuenta: "75197792669",
        moneda: "CLP",
        monto: 1_234_567,
        type: "credit",
        display: "-$1.234.567",
        rutContraparte: "76177907-9",
        nombreContraparte: "Agrícola Ñuble & Hijos Ltda.",
        bancoContraparte: "Banco C",
        cuentaContraparte: "40673337816",
        mensaje: "Anticipo & saldo",
        estado: "APLICADA",
        ultimaLecturaEn: "2026-08-11T23:10:00.000Z",
      },
    ],
  },
});
