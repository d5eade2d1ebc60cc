import type { Counterparty, CounterpartySource, Transferencia } from "../store.ts";
import { partyOf, readDetalle, readGlosa, type Reading, writtenRuts } from "./party.ts";

/** The texts of a movement as stored. */
export interface StoredTexts {
  glosa: string;
  detalle: string | null;
  transferencia: Transferencia | null;
}

interface Derived {
  counterparty: Counterparty | null;
  counterpartySource: CounterpartySource | null;
}

const nobody: Derived = { counterparty: null, counterpartySource: null };

/**
 * Derives the other party of a movement from its texts only. A wrong answer is worse than none:
 * texts that name two people, or have an unknown form, name nobody.
 */
export function counterpartyOf(texts: StoredTexts): Derived {
  const { glosa, detalle, transferencia } = texts;
  // Where two texts say equally much, the more structured one wins.
  const readings: { source: CounterpartySource; reading: Reading; text: string }[] = [
    { source: "transferencia", reading: readTransferencia(transferencia), text: "" },
    { source: "detalle", reading: readDetalle(detalle ?? ""), text: detalle ?? "" },
    { source: "glosa", reading: readGlosa(glosa), text: glosa },
  ];
  if (readings.some(({ reading }) => reading.kind === "ambiguous")) return nobody;

  const said = readings.flatMap(({ source, reading }) =>
    reading.kind === "party" ? [{ source, ...reading }] : [],
  );
  const [best] = said.toSorted((one, other) => fieldsOf(other.party) - fieldsOf(one.party));
  if (best === undefined) return nobody;
  const notUnderstood = readings.filter(({ reading }) => reading.kind === "unsupported");
  const named = [
    ...said.flatMap(({ party }) => party.rut ?? []),
    ...notUnderstood.flatMap(({ text }) => writtenRuts(text)),
  ];
  if (named.some((rut) => rut !== best.party.rut)) return nobody;
  // One text has a wrong check digit and another a right RUT: they may mean different people.
  if (best.party.rut !== null && said.some(({ invalidRut }) => invalidRut)) return nobody;
  if (twoNames(said.map(({ party }) => party))) return nobody;
  return { counterparty: best.party, counterpartySource: best.source };
}

function readTransferencia(transferencia: Transferencia | null): Reading {
  return transferencia === null ? { kind: "unsupported" } : partyOf(transferencia);
}

function fieldsOf(party: Counterparty): number {
  return Object.values(party).filter((field) => field !== null).length;
}

/** One RUT's name may have two spellings; without a RUT, two names are two people. */
function twoNames(parties: readonly Counterparty[]): boolean {
  if (parties.every(({ rut }) => rut !== null)) return false;
  const names = parties.flatMap(({ nombre }) => (nombre === null ? [] : plain(nombre)));
  return new Set(names).size > 1;
}

function plain(nombre: string): string {
  return nombre.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(/\s+/g, " ").toLowerCase();
}
