import { Hono } from "hono";
import { z } from "zod";
import { admit, choose, logOut, openSession, sessionOf, type Bank } from "../../bank/bank.ts";
import { companyOf } from "../../generator/companies.ts";
import type { SandboxEnv } from "../../system/system.ts";
import { answer, refuse } from "./answers.ts";
import { bodyAs } from "./body.ts";

const Credentials = z.object({ rut: z.string(), clave: z.string() });
const Choice = z.object({ idEmpresa: z.string() });

/** Login, choice of company, and logout. */
export function entryRoutes(portal: Bank): Hono<SandboxEnv> {
  const { base } = portal.world;
  const routes = new Hono<SandboxEnv>();

  routes.post("/ingresar", async (c) => {
    const asked = await bodyAs(c, Credentials);
    if (!asked) return refuse(c, "invalid");
    const admission = admit(portal, asked.rut, asked.clave);
    if (admission.outcome !== "ok") return refuse(c, admission.outcome);
    const { companies, variant } = openSession(c, portal, admission.login, {}).data;
    if (variant) return answer(c, { portal: "PYME", destino: `${base}/pyme`, empresas: [] });
    return answer(c, { portal: "EMPRESAS", destino: null, empresas: offered(companies) });
  });

  routes.get("/", (c) => {
    const visit = sessionOf(c, portal)?.data;
    if (!visit) return refuse(c, "ended");
    const { company, companies } = visit;
    return answer(c, { empresa: company ? shown(company) : null, empresas: offered(companies) });
  });

  routes.post("/empresa", async (c) => {
    const visit = sessionOf(c, portal)?.data;
    if (!visit) return refuse(c, "ended");
    const asked = await bodyAs(c, Choice);
    const chosen = visit.companies.find((rut) => idOf(rut) === asked?.idEmpresa);
    if (!chosen || visit.variant) return refuse(c, "invalid");
    choose(portal, visit, chosen);
    const { company = chosen } = visit;
    return answer(c, { empresa: shown(company) }, company);
  });

  routes.post("/salir", (c) => {
    logOut(c, portal);
    return answer(c, { cerrada: true });
  });
  return routes;
}

function idOf(rut: string): string {
  return `EMP${rut.split("-")[0]}`;
}

function shown(rut: string) {
  return { rut, razonSocial: companyOf(rut).name };
}

function offered(companies: readonly string[]) {
  return companies.map((rut) => ({ idEmpresa: idOf(rut), ...shown(rut) }));
}
