import * as z from "zod";
import {
  dayFilters,
  movementType,
  periodoFilter,
  readAtField,
  whereRows,
} from "#lib/contract/bank/index.ts";
import { readTool } from "#lib/contract/index.ts";
import { estadoFacturacion, MovimientoTarjeta, movimientosTarjetas, Tarjeta } from "../store.ts";

export const movimientosTarjetasConsultar = readTool({
  id: "banco_c.movimientos_tarjetas.consultar",
  title: "Consultar movimientos de tarjetas guardados",
  description:
    "Lista los movimientos de las tarjetas de crédito ya sincronizados, del más nuevo al más antiguo, con filtros por mes, días, tarjeta, type y estado de facturación. periodo es el mes de la compra; periodoFacturacion, el del estado de cuenta, que va del 21 al 20. Cada cuota es un movimiento propio de su mes, con montoTotal de la compra. El id no cambia cuando un movimiento se factura. Lee solo lo guardado: una lista vacía puede ser un periodo que nunca se sincronizó.",
  alcance: "movimientos_tarjetas",
  dataset: movimientosTarjetas,
  row: MovimientoTarjeta.extend(readAtField),
  filters: z.strictObject({
    ...periodoFilter,
    ...dayFilters,
    tarjeta: Tarjeta.optional(),
    type: movementType.optional(),
    estadoFacturacion: estadoFacturacion.optional(),
  }),
  accountFilter: "tarjeta",
  where: ({ tarjeta, type, estadoFacturacion, ...days }) => {
    const match = {
      ...(type !== undefined && { type }),
      ...(estadoFacturacion !== undefined && { estadoFacturacion }),
    };
    return {
      ...whereRows({ ...days, numeroCuenta: tarjeta }),
      ...(Object.keys(match).length > 0 && { match }),
    };
  },
  example: {
    input: { periodo: "2026-08", tarjeta: "****7192" },
    rows: [
      {
        id: "x7Lm2s8mJ1xYtR4nKc7bQa",
        tarjeta: "****7192",
        titular: "titular",
        fecha: "2026-08-05",
        descripcion: "COMPRA EN CUOTAS SIN INTERÉS",
        comercio: "Ferretería Muñoz & Muñoz S.A.",
        numeroCuenta: null,
        moneda: "CLP",
        monto: 58_552,
        type: "credit",
        display: "-$58.552",
        cuotas: "01/03",
        montoTotal: 175_657,
        estadoFacturacion: "facturado",
        periodoFacturacion: "2026-08",
        ultimaLecturaEn: "2026-08-11T14:00:00.000Z",
      },
    ],
  },
});
