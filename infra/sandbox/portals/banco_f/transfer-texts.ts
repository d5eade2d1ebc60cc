import type { Movement } from "../../generator/month.ts";
import { person, type Party } from "../../generator/people.ts";
import { randomFor, type Random } from "../../generator/random.ts";
import { rutOf } from "../../generator/rut.ts";
import { paddedRut, rutShapes } from "./words.ts";

export interface PrintedTexts {
  glosa: string;
  detalle: string | null;
  transferencia: Transfer | null;
  /** The name of the pattern, only for the truth. */
  caso: string;
  /** Whom these texts identify, only for the truth. */
  counterparty: Counterparty;
}

/** What the portal knows about a transfer in addition to its text; absent parts are empty, not null. */
interface Transfer {
  rut: string;
  nombre: string;
  banco: string;
  cuenta: string;
}

export interface Counterparty {
  rut: string | null;
  nombre: string | null;
  banco: string | null;
  cuenta: string | null;
}

interface Scene {
  party: Party;
  stranger: Party;
  /** The same RUT in a format drawn for this movement, and again in another. */
  rut: string;
  again: string;
  /** The stranger's RUT. */
  second: string;
  traspaso: string;
  tef: string;
  transferencia: string;
}

type Texts = Pick<PrintedTexts, "glosa" | "detalle" | "transferencia">;

interface Pattern {
  caso: string;
  /** Whom an exact reader identifies: name and RUT, only the name, or nobody. */
  tells: "all" | "rut" | "name" | "nobody";
  texts(scene: Scene): Partial<Texts> & { glosa: string };
}

const upper = ({ name }: Party) => name.toUpperCase();
const electronic = "TRANSFERENCIA ELECTRONICA";

const patterns: readonly [Pattern, ...Pattern[]] = [
  pattern("traspaso", "rut", (s) => ({ glosa: `${s.traspaso} ${upper(s.party)} ${s.rut}` })),
  pattern("tef", "rut", (s) => ({ glosa: `${s.tef} ${upper(s.party)} ${s.rut}` })),
  pattern("transferencia", "rut", (s) => ({
    glosa: `${s.transferencia} ${s.party.name} ${s.rut}`,
  })),
  pattern("con_cuenta", "all", ({ party, ...s }) => ({
    glosa: `${s.tef} ${upper(party)} ${s.rut} ${party.bank.toUpperCase()} CTA ${party.account}`,
  })),
  pattern("detalle", "all", ({ party, ...s }) => ({
    glosa: "ABONO INTERBANCARIO",
    detalle: `Rut Origen: ${s.rut} Nombre Origen: ${party.name} Banco Origen: ${party.bank} Cuenta Origen: ${party.account}`,
  })),
  pattern("estructurada", "all", ({ party }) => ({
    glosa: electronic,
    transferencia: {
      rut: paddedRut(party.rut),
      nombre: party.name,
      banco: party.bank,
      cuenta: party.account,
    },
  })),
  pattern("repetida", "rut", (s) => ({
    glosa: `${s.traspaso} ${upper(s.party)} ${s.rut}`,
    detalle: `Rut Origen: ${s.again}`,
  })),
  pattern("ambigua_glosa", "nobody", (s) => ({
    glosa: `${s.traspaso} ${upper(s.party)} ${s.rut} POR CUENTA DE ${s.second}`,
  })),
  pattern("ambigua_detalle", "nobody", (s) => ({
    glosa: `${s.tef} ${upper(s.party)} ${s.rut}`,
    detalle: `Rut Origen: ${s.second} Nombre Origen: ${s.stranger.name}`,
  })),
  pattern("digito_invalido", "name", (s) => ({
    glosa: `${s.tef} ${upper(s.party)} ${wrongDigit(s.party.rut)}`,
  })),
  pattern("sin_rut", "name", (s) => ({ glosa: `${s.traspaso} ${upper(s.party)}` })),
  pattern("solo_nombre", "name", (s) => ({
    glosa: "ABONO INTERBANCARIO",
    detalle: `Nombre Origen: ${s.party.name}`,
  })),
  pattern("no_soportada", "nobody", (s) => ({
    glosa: `OPERACION CANAL 03 ${s.rut} REF ${s.party.account}`,
  })),
  pattern("vacia", "nobody", () => ({
    glosa: electronic,
    transferencia: { rut: "", nombre: "", banco: "", cuenta: "" },
  })),
];

/** Texts that mention an origin are of incoming money. */
const onlyIn = new Set(["detalle", "repetida", "ambigua_detalle", "solo_nombre"]);
const outgoing = patterns.filter(({ caso }) => !onlyIn.has(caso)) as [Pattern, ...Pattern[]];

/** Twins have the same seed, and so the same texts. */
export function transferTexts(movement: Movement, party: Party): PrintedTexts {
  const { direction, amount, document } = movement;
  const random = randomFor("texts", party.rut, amount, document ?? "", movement.day);
  const chosen = random.pick(direction === "in" ? patterns : outgoing);
  const texts = chosen.texts(sceneOf(direction, party, random));
  return {
    detalle: null,
    transferencia: null,
    ...texts,
    caso: chosen.caso,
    counterparty: counterpartyOf(chosen, texts, party),
  };
}

function sceneOf(direction: "in" | "out", party: Party, random: Random): Scene {
  const stranger = person(random);
  const shape = random.pick(rutShapes);
  const other = random.pick(rutShapes);
  return {
    party,
    stranger,
    rut: shape(party.rut),
    again: other(party.rut),
    second: other(stranger.rut),
    traspaso: direction === "in" ? "TRASPASO DE:" : "TRASPASO A:",
    tef: direction === "in" ? "TEF DE" : "TEF A",
    transferencia: direction === "in" ? "Transferencia desde" : "Transferencia hacia",
  };
}

function counterpartyOf(
  chosen: Pattern,
  texts: Texts | { glosa: string },
  party: Party,
): Counterparty {
  const { tells } = chosen;
  const isUpper = texts.glosa.includes(upper(party));
  return {
    rut: tells === "all" || tells === "rut" ? party.rut : null,
    nombre: tells === "nobody" ? null : isUpper ? upper(party) : party.name,
    banco: tells === "all" ? (isUpper ? party.bank.toUpperCase() : party.bank) : null,
    cuenta: tells === "all" ? party.account : null,
  };
}

/** A RUT with another number's check digit. */
function wrongDigit(rut: string): string {
  const number = Number(rut.split("-")[0]);
  const digit = rutOf(number).slice(-1);
  return `${number}-${digit === "K" ? "0" : digit === "0" ? "1" : String((Number(digit) % 9) + 1)}`;
}

function pattern(caso: string, tells: Pattern["tells"], texts: Pattern["texts"]): Pattern {
  return { caso, tells, texts };
}
