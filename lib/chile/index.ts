export { employerPartsHold } from "./cotizaciones.ts";
export { Comuna } from "./comunas.ts";
export { display, displaySigned, ledgerType, TipoMovimiento } from "./dinero.ts";
export { efecto, nombreTipoDocumento } from "./documentos.ts";
export {
  addDays,
  daysBetween,
  Fecha,
  lastDayBefore,
  parseFecha,
  parsePortalDate,
  santiagoDayIfKnown,
  santiagoDayOf,
  startOfDay,
  todayInSantiago,
} from "./fecha.ts";
export { plazoAnulacion, plazoConReceptor } from "./honorarios.ts";
export { iva, minimumNeto, netoDeBruto, retencionHonorarios, tasaRetencion } from "./impuestos.ts";
export { longDayText, momentText } from "./moment.ts";
export { parseCentavos, parseMonto } from "./monto.ts";
export { latestInstantOf } from "./printed-instant.ts";
export {
  addMonths,
  comparePeriodo,
  firstDay,
  lastDay,
  monthOfDay,
  monthsBetween,
  parsePeriodo,
  Periodo,
  periodoOf,
  periodoOfDay,
  previousPeriodo,
} from "./periodo.ts";
export { checkDigitOf, formatRut, parseRut, Rut } from "./rut.ts";
