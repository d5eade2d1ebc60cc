import * as z from "zod";
import { Rut } from "#lib/chile/index.ts";
import { prefixRange, readTool } from "#lib/contract/index.ts";
import { readAtField } from "#lib/contract/bank/index.ts";
import { closingDay } from "../../manifests.ts";
import { Cotizacion, IdNomina, Nomina, nominaCotizaciones, nominas, TipoLinea } from "../store.ts";

export const nominaCotizacionesConsultar = readTool({
  id: "previsional.nomina_cotizaciones.consultar",
  title: "Consultar cotizaciones por trabajador",
  description:
    "Lista las líneas de UNA nómina ya sincronizada: AFP, salud, cesantía, mutual, caja y movimiento de personal de cada trabajador. idNomina sale de previsional.nominas.consultar. Un trabajador puede tener varias líneas: suma los montos de todas y toma los días de la línea 00. Son datos de remuneraciones y de salud. cobertura es completo cuando están todas y el mes cerró, y nunca_sincronizado si esa nómina no está guardada.",
  alcance: "nominas",
  closingDay,
  dataset: nominaCotizaciones,
  row: Cotizacion.extend(readAtField),
  filters: z.strictObject({
    idNomina: IdNomina,
    rut: Rut.optional().describe("RUT del trabajador"),
    tipoLinea: TipoLinea.optional(),
  }),
  header: ({ idNomina }) => ({
    dataset: nominas,
    id: idNomina,
    expected: (header) => Nomina.parse(header).numLineas,
  }),
  where: ({ idNomina, ...match }) => ({
    ...prefixRange(`${idNomina}|`),
    ...(Object.keys(match).length > 0 && { match }),
  }),
  example: {
    input: { idNomina: "8841" },
    rows: [
      {
        idNomina: "8841",
        linea: 1,
        tipoLinea: "00",
        rut: "12345678-5",
        nombres: "Íngrid",
        apellidos: "Muñoz Yáñez",
        diasTrabajados: 30,
        jornada: null,
        movimiento: null,
        rentaImponible: 1_000_000,
        rima: null,
        afp: { codigo: "03", nombre: "Fondo Alerce" },
        cotizacionAfp: 115_400,
        cotizacionEmpleadorCapital: null,
        rentabilidadProtegida: 0,
        cotizacionExpectativaVida: 9_000,
        sis: 18_800,
        cuenta2: null,
        apv: null,
        salud: { codigo: "07", nombre: "Salud Pública", tipo: "fonasa" },
        cotizacionSalud: 64_000,
        adicionalIsapre: 0,
        afcTrabajador: 6_000,
        afcEmpleador: 24_000,
        mutual: { codigo: "02", nombre: "Mutual El Peumo" },
        cotizacionMutual: 9_300,
        ccaf: { codigo: "01" },
        cotizacionCcaf: 6_000,
        monto: 252_500,
        ultimaLecturaEn: "2026-08-11T14:00:00.000Z",
      },
    ],
  },
});
