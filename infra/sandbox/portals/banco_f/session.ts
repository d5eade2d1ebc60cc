import type { Bank, BankVisit, SessionMark } from "../../bank/bank.ts";

export interface Visit {
  /** Whose data is behind an id; `identity_mismatch` makes it a stranger's for the whole visit. */
  shownAs: Map<string, string>;
  continuations: Map<string, Continuation>;
}

export interface Continuation {
  account: string;
  period: string;
  offset: number;
  /** Later rows are not on the later pages: they would push the others down. */
  until: number;
}

export type BancoF = Bank<Visit>;
export type ShownVisit = BankVisit & Visit;

/** No cookie: a session is its token, and every call carries it. The page hands it out itself. */
export const bearerToken: SessionMark = {
  read: (c) => /^Bearer (.+)$/.exec(c.req.header("authorization") ?? "")?.[1],
  give: () => undefined,
};
