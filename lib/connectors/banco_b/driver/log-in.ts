import { parseRut } from "#lib/chile/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import {
  placeOfCompany,
  unknownShape,
  wantedCompany,
  type Entry,
  parseAnswer,
} from "#lib/contract/bank/index.ts";
import type { LoginOutcome } from "#lib/contract/index.ts";
import { Chosen, codes, Entered } from "../portal.ts";
import { companyData, type BancoBApi } from "./api.ts";

/** From the application's first page to the chosen company. */
export async function logIn(api: BancoBApi, entry: Entry): Promise<LoginOutcome> {
  await api.start();
  const { rut = "", clave = "" } = entry.credential;
  await entry.onSend();
  const { codigo, datos } = await api.post("/sesion/ingresar", {
    rut: parseRut(rut) ?? rut,
    clave,
  });
  switch (codigo) {
    case codes.ok:
      return inside(api, entry, parseAnswer(Entered, datos));
    case codes.rejected:
      return { kind: "rejected" };
    case codes.blocked:
      return { kind: "blocked" };
    case codes.busy:
      return { kind: "busy" };
    default:
      return { kind: "unknown" };
  }
}

async function inside(
  api: BancoBApi,
  entry: Entry,
  { portal, empresas }: ReturnType<typeof Entered.parse>,
): Promise<LoginOutcome> {
  if (portal === "PYME") return { kind: "variant_unsupported" };
  if (portal !== "EMPRESAS") return { kind: "unknown" };
  const offered = empresas.map(({ rut }) => parseRut(rut));
  const place = placeOfCompany(offered, wantedCompany(entry));
  const wanted = empresas[place];
  if (wanted === undefined) return { kind: "company_not_offered" };
  const rut = parseRut(wanted.rut);
  if (rut === null) throw unknownShape("a company without a RUT");
  const answer = await api.post("/sesion/empresa", { idEmpresa: wanted.idEmpresa });
  const { empresa } = parseAnswer(Chosen, companyData(answer, rut));
  if (parseRut(empresa.rut) !== rut) throw new AppError("connection_identity_mismatch");
  return { kind: "ok", company: { rut, razonSocial: empresa.razonSocial } };
}
