import { businessName } from "./people.ts";
import { randomFor } from "./random.ts";
import { rutOf } from "./rut.ts";

interface Company {
  rut: string;
  name: string;
}

/** The company that every system's first login leads to. */
export const mainCompany = "76555835-2";
/** A second company for the same login, so that choosing matters. */
export const secondCompany = "76177907-9";
/** A company that only its own login may operate. */
export const otherCompany = "77879240-0";

const known: Record<string, string> = {
  [mainCompany]: "Importadora Ñuble & Cía. Ltda.",
  [secondCompany]: "Viñedos Aguas Frías SpA",
  [otherCompany]: "Servicios Íñigo Peña E.I.R.L.",
};

export function companyOf(rut: string): Company {
  return { rut, name: known[rut] ?? businessName(randomFor("company", rut)) };
}

/** Companies of the other logins, one each: 77100101-…, 77100102-… */
export function furtherCompany(index: number): string {
  return rutOf(77_100_100 + index);
}
