import { Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import { newProgress } from "../../bank/section-gate.ts";
import { companyOf, otherCompany } from "../../generator/companies.ts";
import { readRut } from "../../generator/rut.ts";
import type { SandboxEnv } from "../../system/system.ts";
import { answer, refuse } from "./answers.ts";
import { bodyAs } from "./body.ts";
import { sessionCookie, visitOf, type BancoB } from "./session.ts";

const Credentials = z.object({ rut: z.string(), clave: z.string() });
const Choice = z.object({ idEmpresa: z.string() });

/** Login, choice of the company, and exit. */
export function entryRoutes(portal: BancoB): Hono<SandboxEnv> {
  const { world, sessions, credentials } = portal;
  const routes = new Hono<SandboxEnv>();

  routes.post("/ingresar", async (c) => {
    const asked = await bodyAs(c, Credentials);
    if (!asked) return refuse(c, "invalid");
    const user = readRut(asked.rut) ?? "";
    const checked = credentials.check(user, asked.clave);
    switch (checked.outcome) {
      case "wrong":
        return refuse(c, "wrong");
      case "blocked":
        return refuse(c, "blocked");
      case "ok":
        break;
    }
    if (sessions.hasOpen(user) || world.faults.take("session_active")) {
      world.counters.add("refused_sessions");
      return refuse(c, "active");
    }
    const { companies } = checked.login;
    const visit = { user, companies, company: undefined, ...newProgress() };
    setCookie(c, sessionCookie, sessions.open(user, visit).id, {
      path: world.base,
      httpOnly: true,
    });
    if (user === portal.variantUser) {
      return answer(c, { portal: "PYME", destino: `${world.base}/pyme`, empresas: [] });
    }
    return answer(c, { portal: "EMPRESAS", destino: null, empresas: offered(companies) });
  });

  routes.get("/", (c) => {
    const visit = visitOf(c, portal)?.data;
    if (!visit) return refuse(c, "ended");
    const { company, companies } = visit;
    return answer(c, { empresa: company ? shown(company) : null, empresas: offered(companies) });
  });

  routes.post("/empresa", async (c) => {
    const visit = visitOf(c, portal)?.data;
    if (!visit) return refuse(c, "ended");
    const asked = await bodyAs(c, Choice);
    const chosen = visit.companies.find((rut) => idOf(rut) === asked?.idEmpresa);
    if (!chosen || visit.user === portal.variantUser) return refuse(c, "invalid");
    visit.company = world.faults.take("identity_mismatch") ? otherCompany : chosen;
    return answer(c, { empresa: shown(visit.company) }, visit.company);
  });

  routes.post("/salir", (c) => {
    sessions.logout(getCookie(c, sessionCookie));
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
