import type { Bank } from "../../bank/bank.ts";
import type { Inside } from "../../bank/inside.ts";

/** What the portal remembers about one visit: the server keeps company and search. */
export interface Searches {
  searches: Map<string, Search>;
}

export interface Search {
  account: number;
  period: string;
  from: number;
}

export type BancoA = Bank<Searches>;
export type BancoAVisit = Inside<Searches>;
