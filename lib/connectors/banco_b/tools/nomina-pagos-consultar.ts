import * as z from "zod";
import { readAtField } from "#lib/contract/bank/index.ts";
import { prefixRange, readTool } from "#lib/contract/index.ts";
import { IdNomina, Nomina, NominaPago, nominaPagos, nominas } from "../store.ts";

export const nominaPagosConsultar = readTool({
  id: "banco_b.nomina_pagos.consultar",
  title: "Consultar los pagos de una nómina",
  description:
    "Lista los pagos de UNA nómina ya sincronizada, en el orden de linea. idNomina es obligatorio y sale de banco_b.nominas.consultar. Una nómina puede tener más de mil pagos: sigue cursor hasta que sea null. cobertura dice completo solo cuando están todos, y nunca_sincronizado si esa nómina no está entre las guardadas.",
  alcance: "nominas",
  dataset: nominaPagos,
  row: NominaPago.extend(readAtField),
  filters: z.strictObject({ idNomina: IdNomina }),
  header: ({ idNomina }) => ({
    dataset: nominas,
    id: idNomina,
    expected: (header) => Nomina.parse(header).numRegistros,
  }),
  where: ({ idNomina }) => prefixRange(`${idNomina}|`),
  example: {
    input: { idNomina: "746252188" },
    rows: [
      {
        idNomina: "746252188",
        linea: 1,
        rutBeneficiario: "12345678-5",
        nombreBeneficiario: "Íngrid Muñoz Yáñez",
        bancoBeneficiario: "Banco C",
        cuentaBeneficiario: "1766839547",
        tipoCuenta: "vista",
        medioPago: "OTROS BANCOS",
        estado: "PAGADO",
        motivoRechazo: null,
        numeroCuenta: null,
        moneda: "CLP",
        monto: 781_856,
        type: "credit",
        display: "-$781.856",
        ultimaLecturaEn: "2026-08-21T14:00:00.000Z",
      },
    ],
  },
});
