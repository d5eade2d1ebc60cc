import {
  readRows,
  toRecord,
  type AlcanceReading,
  type InvoicingAccount,
} from "#lib/contract/index.ts";
import type { Asked } from "#lib/contract/bank/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { parseAccount } from "../parse/account.ts";
import { parseRange } from "../parse/folios.ts";
import { certificado, folios, type RangoFolios } from "../store.ts";
import type { Api } from "./api.ts";
import { readList } from "./read-list.ts";

/** Every range of folios, including used-up ones, and when the certificate expires. */
export async function readFolios(api: Api, { rut }: Asked): Promise<AlcanceReading> {
  const ranges = await readList(api, "folios", { parse: parseRange, keyOf: folios.key });
  // The list names no company: the account read right after it does.
  const account = parseAccount((await api.read("cuenta")).json);
  if (account.rut !== rut) throw new AppError("connection_identity_mismatch");
  const records = ranges.rows.map((row) => toRecord(folios, row));
  const { certificadoVence } = account;
  const kept = [toRecord(certificado, { certificadoVence })];
  return {
    rows: [readRows(folios, records), { ...readRows(certificado, kept), uncounted: true }],
    incompletos: ranges.incompletos,
    completo: ranges.completo && agree(ranges.rows, account),
  };
}

/** The account lists the types that have folios left: the ranges must agree. */
function agree(rows: readonly RangoFolios[], { tiposConFolios }: InvoicingAccount): boolean {
  const left = new Set(
    rows.flatMap(({ disponibles, tipoDte }) => (disponibles > 0 ? tipoDte : [])),
  );
  return left.size === tiposConFolios.length && tiposConFolios.every((type) => left.has(type));
}
