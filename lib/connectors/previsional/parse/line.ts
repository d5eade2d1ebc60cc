import { parseRut } from "#lib/chile/index.ts";
import { parseRow } from "#lib/contract/bank/index.ts";
import { Cotizacion } from "../store.ts";
import {
  agreedSavingField,
  amountPlaces,
  codeFields,
  monthField,
  movementNames,
  stateHealth,
  type FileLine,
} from "./file-fields.ts";
import { day, isNone, month, whole } from "./values.ts";

interface Place {
  idNomina: string;
  linea: number;
  /** The name in the month's sheets; null if it is not there. */
  nameOf(tipo: "afp" | "salud" | "mutual", codigo: string): string | null;
}

/** One line of the file; null when one of its fields is invalid. */
export function parseLine(field: FileLine, { idNomina, linea, nameOf }: Place): Cotizacion | null {
  const amounts = amountsIn(field);
  const movimiento = movementIn(field);
  if (amounts === null || movimiento === undefined) return null;
  if (month(field(monthField)) === null || month(field(10)) === null) return null;
  // Ignoring it would make the line's sum wrong.
  if (!isNone(field(agreedSavingField))) return null;
  const [afp, salud, mutual] = [
    field(codeFields.afp),
    field(codeFields.salud),
    field(codeFields.mutual),
  ];
  const ccaf = field(codeFields.ccaf);
  return parseRow(Cotizacion, {
    idNomina,
    linea,
    tipoLinea: field(14),
    rut: parseRut(`${field(1)}-${field(2)}`),
    nombres: field(5).trim(),
    apellidos: `${field(3)} ${field(4)}`.trim(),
    diasTrabajados: whole(field(13)),
    jornada: positive(whole(field(93))),
    movimiento,
    rentaImponible: whole(field(27)),
    rima: positive(whole(field(92))),
    ...amounts,
    cotizacionEmpleadorCapital: null,
    cuenta2: positive(amounts.cuenta2),
    apv: positive(amounts.apv),
    afp: { codigo: afp, nombre: nameOf("afp", afp) },
    salud: {
      codigo: salud,
      nombre: nameOf("salud", salud),
      tipo: salud === stateHealth ? "fonasa" : "isapre",
    },
    mutual: { codigo: mutual, nombre: nameOf("mutual", mutual) },
    ccaf: isNone(ccaf) ? null : { codigo: ccaf },
    monto: Object.values(amounts).reduce((sum, amount) => sum + amount, 0),
  });
}

type Amounts = Record<keyof typeof amountPlaces, number>;

function amountsIn(field: FileLine): Amounts | null {
  const entries = Object.entries(amountPlaces).map(([name, place]) => [name, whole(field(place))]);
  return entries.some(([, amount]) => amount === null)
    ? null
    : (Object.fromEntries(entries) as Amounts);
}

/** Null for no movement, undefined for an invalid one: days without a movement, or a bad code. */
function movementIn(field: FileLine): Cotizacion["movimiento"] | undefined {
  const codigo = /^\d{1,2}$/.test(field(15)) ? Number(field(15)) : undefined;
  const [desde, hasta] = [day(field(16)), day(field(17))];
  if (codigo === undefined || desde === undefined || hasta === undefined) return undefined;
  if (codigo === 0) return desde === null && hasta === null ? null : undefined;
  return { codigo, nombre: movementNames[codigo] ?? null, desde, hasta };
}

/** Nothing paid is printed as 0; a text that is no amount stays unreadable. */
function positive(amount: number | null): number | null | undefined {
  if (amount === null) return undefined;
  return amount === 0 ? null : amount;
}
