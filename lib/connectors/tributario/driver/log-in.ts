import { parseRut } from "#lib/chile/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { placeOfCompany, unknownShape, type Entry } from "#lib/contract/bank/index.ts";
import type { LoginOutcome } from "#lib/contract/index.ts";
import { asksToLogIn, type PortalPages } from "./portal-pages.ts";

const messages: [RegExp, "rejected" | "blocked" | "busy"][] = [
  [/Clave ingresada no es correcta/, "rejected"],
  [/Clave se encuentra bloqueada/, "blocked"],
  [/máximo de sesiones autenticadas/, "busy"],
];

/** From the login page to the chosen company. A company's own login is already in it. */
export async function logIn(pages: PortalPages, entry: Entry): Promise<LoginOutcome> {
  pages.rut = null;
  await pages.start();
  const { rut = "", clave = "", empresa } = entry.credential;
  const digits = (parseRut(rut) ?? rut).replaceAll(/[^\dkK]/g, "").toUpperCase();
  await entry.onSend();
  const html = await pages.post("/ingreso", {
    rut: digits.slice(0, -1),
    dv: digits.slice(-1),
    clave,
  });
  const { texts } = await pages.read(html, { texts: { message: "#mensaje", user: "#usuario" } });
  const known = messages.find(([sign]) => sign.test(texts.message ?? ""));
  if (known !== undefined) return { kind: known[1] };
  if (texts.user === null && !html.includes('name="rut_emp"')) return { kind: "unknown" };
  return choose(pages, entry.companyRut ?? empresa ?? null, texts.user);
}

async function choose(
  pages: PortalPages,
  wanted: string | null,
  user: string | null,
): Promise<LoginOutcome> {
  const list = await pages.get("/empresas");
  if (asksToLogIn(list)) return { kind: "busy" };
  const offered = [...list.matchAll(/name="rut_emp"\s+value="([^"]+)"/g)].map(([, rut = ""]) =>
    parseRut(rut),
  );
  const own = user === null ? null : parseRut(user);
  const place = placeOfCompany(offered.length > 0 ? offered : [own], wanted);
  const rut = offered.length > 0 ? offered[place] : place === 0 ? own : undefined;
  if (rut === undefined || rut === null) return { kind: "company_not_offered" };
  const html =
    offered.length > 0
      ? await pages.post("/empresas", { rut_emp: rut })
      : await pages.get("/portada");
  if (asksToLogIn(html)) return { kind: "busy" };
  const { texts } = await pages.read(html, {
    texts: { name: "table.contribuyente td:first-child" },
  });
  if (texts.name === null) throw unknownShape("a first page that names no company");
  const shown = parseRut(/RUT:\s*<b>([^<]+)<\/b>/.exec(html)?.[1] ?? "");
  if (shown !== rut) throw new AppError("connection_identity_mismatch");
  pages.rut = rut;
  return {
    kind: "ok",
    company: {
      rut,
      razonSocial: texts.name.replace(/^Contribuyente:\s*/, ""),
      acceso: own === rut ? "empresa" : "representante",
    },
  };
}
