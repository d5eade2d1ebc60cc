import type { Prueba } from "#lib/contract/index.ts";
import {
  nominaCotizaciones,
  type Cotizacion,
  type InstitucionTipo,
  type Nomina,
  type Planilla,
} from "../store.ts";

type SavedAt = ReadonlyMap<string, string>;

/** What a visit read of one month. */
interface ReadMonth {
  nominas: readonly Nomina[];
  /** Null when the lines were not read. */
  cotizaciones: readonly Cotizacion[] | null;
  /** Null when the sheets could not be read. */
  planillas: readonly Planilla[] | null;
  /**
   * The institution that gets a line's voluntary saving, by the line's key, if the line names one.
   */
  savedAt?: SavedAt | undefined;
}

/** A payroll has no sheets before it is declared or once it is void. */
const withoutSheets = new Set<Nomina["estado"]>(["cargada", "con_errores", "anulada"]);

/**
 * Whether a month adds up: each payroll has as many lines as it says, each institution's lines
 * equal its sheets without surcharges, and a payroll's sheets add up to its total.
 */
export function monthProof({ nominas, cotizaciones, planillas, savedAt }: ReadMonth): Prueba {
  const countsMeet = nominas.every(
    ({ idNomina, numLineas }) =>
      cotizaciones === null || ofPayroll(cotizaciones, idNomina).length === numLineas,
  );
  if (planillas === null)
    return { estado: countsMeet ? "sin_datos" : "descuadra", diferencias: [] };
  const declared = nominas.filter(
    ({ estado, idNomina }) =>
      !withoutSheets.has(estado) || ofPayroll(planillas, idNomina).length > 0,
  );
  const sumsMeet = declared.every(({ idNomina, monto }) => {
    const sheets = ofPayroll(planillas, idNomina);
    return sheets.reduce((sum, sheet) => sum + sheet.monto, 0) === monto;
  });
  const known = new Set(declared.map(({ idNomina }) => idNomina));
  const strays = planillas.some(({ idNomina }) => !known.has(idNomina));
  const diferencias =
    cotizaciones === null
      ? []
      : declared.flatMap(({ idNomina }) =>
          differences(
            idNomina,
            ofPayroll(cotizaciones, idNomina).flatMap((line) => sharesOf(line, savedAt)),
            ofPayroll(planillas, idNomina),
          ),
        );
  if (!countsMeet || !sumsMeet || strays || diferencias.length > 0) {
    return { estado: "descuadra", diferencias };
  }
  const isCompared = declared.length > 0 && cotizaciones !== null;
  return { estado: isCompared ? "cuadra" : "sin_datos", diferencias };
}

function ofPayroll<Row extends { idNomina: string }>(
  rows: readonly Row[],
  idNomina: string,
): Row[] {
  return rows.filter((row) => row.idNomina === idNomina);
}

interface Share {
  institucionTipo: InstitucionTipo;
  institucionCodigo: string;
  monto: number;
}

function differences(
  idNomina: string,
  shares: readonly Share[],
  sheets: readonly Planilla[],
): Prueba["diferencias"] {
  const paid = byInstitution(shares);
  const told = byInstitution(
    sheets.map(({ montoNominal: monto, ...sheet }) => ({ ...sheet, monto })),
  );
  return [...new Map([...paid, ...told])].flatMap(
    ([key, { institucionTipo, institucionCodigo }]) => {
      const [lineas, planilla] = [paid.get(key)?.monto ?? 0, told.get(key)?.monto ?? 0];
      if (lineas === planilla) return [];
      return [{ idNomina, institucionTipo, institucionCodigo, lineas, planilla }];
    },
  );
}

/** The only unemployment fund and the only social insurance have no code in the file. */
const single = { afc: "00", seguro_social: "01" } as const;

/** Who receives the amounts of a line. */
function sharesOf(line: Cotizacion, savedAt: SavedAt = new Map()): Share[] {
  const share = (
    institucionTipo: InstitucionTipo,
    institucionCodigo: string,
    ...amounts: (number | null)[]
  ): Share => {
    const monto = amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
    return { institucionTipo, institucionCodigo, monto };
  };
  const { rentabilidadProtegida: returned, cotizacionExpectativaVida: life } = line;
  return [
    share("afp", line.afp.codigo, line.cotizacionAfp, line.sis, line.cuenta2),
    share("afp", savedAt.get(nominaCotizaciones.key(line)) ?? line.afp.codigo, line.apv),
    share("salud", line.salud.codigo, line.cotizacionSalud, line.adicionalIsapre),
    share("afc", single.afc, line.afcTrabajador, line.afcEmpleador),
    share("mutual", line.mutual.codigo, line.cotizacionMutual),
    share("ccaf", line.ccaf?.codigo ?? "", line.cotizacionCcaf),
    share("seguro_social", single.seguro_social, life, returned),
  ];
}

function byInstitution(shares: readonly Share[]): Map<string, Share> {
  const sums = new Map<string, Share>();
  for (const share of shares) {
    const key = `${share.institucionTipo}|${share.institucionCodigo}`;
    const monto = (sums.get(key)?.monto ?? 0) + share.monto;
    sums.set(key, { ...share, monto });
  }
  return sums;
}
