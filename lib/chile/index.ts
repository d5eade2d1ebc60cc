export { display, displaySigned, ledgerType, TipoMovimiento } from "./dinero.ts";
export { efecto, nombreTipoDocumento, tiposDte, type TipoDte } from "./documentos.ts";
export {
  addDays,
  daysBetween,
  Fecha,
  parseFecha,
  parsePortalDate,
  santiagoDayOf,
  startOfDayInSantiago,
  todayInSantiago,
  weekday,
  type Weekday,
} from "./fecha.ts";
export { iva, minimumNeto, netoDeBruto, retencionHonorarios, tasaRetencion } from "./impuestos.ts";
export { parseCentavos, parseMonto, type Monto } from "./monto.ts";
export {
  addMonths,
  comparePeriodo,
  firstDay,
  lastDay,
  monthsBetween,
  parsePeriodo,
  Periodo,
  periodoOf,
  periodoOfDay,
  previousPeriodo,
} from "./periodo.ts";
export { checkDigitOf, formatRut, isCompanyRut, parseRut, Rut } from "./rut.ts";
