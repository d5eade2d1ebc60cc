import { Hono, type Context } from "hono";
import { sectionGate } from "../../bank/section-gate.ts";
import { availableOf } from "../../bank/truth.ts";
import { companyOf, otherCompany } from "../../generator/companies.ts";
import type { SandboxEnv } from "../../system/system.ts";
import { movementsPage } from "./movements.ts";
import { tokenOf, visitOf, type BancoF, type Visit } from "./session.ts";
import { accountType, codes, notices, paddedRut, wireAmount, wireInstant } from "./words.ts";

type Ctx = Context<SandboxEnv>;

/** The JSON behind the application. What fails says so in `codigo`, mostly with 200. */
export function apiRoutes(portal: BancoF): Hono<SandboxEnv> {
  const { world, book, sessions } = portal;
  const routes = new Hono<SandboxEnv>();
  const ended = (c: Ctx) => c.json({ codigo: codes.ended, mensaje: notices.ended });
  const missing = (c: Ctx) => c.json({ codigo: codes.notFound, mensaje: "No encontrado" }, 404);

  routes.use(async (c, next) => {
    world.counters.add("pages");
    c.header("cache-control", "no-store");
    return next();
  });

  function visited(answer: (c: Ctx, visit: Visit) => Response) {
    return (c: Ctx) => {
      const visit = visitOf(c, portal)?.data;
      if (!visit) return ended(c);
      if (!visit.variant) return answer(c, visit);
      return c.json({ codigo: codes.variant, mensaje: "Canal no habilitado para su perfil" });
    };
  }

  /** A call about one company: `identity_mismatch` answers with another's data. */
  function ofCompany(answer: (c: Ctx, visit: Visit, rut: string) => Response) {
    return visited((c, visit) => {
      const id = c.req.param("empresa") ?? "";
      const asked = visit.companies.find((_, index) => idOf(index) === id);
      if (!asked) return missing(c);
      const rut =
        visit.shownAs.get(id) ?? (world.faults.take("identity_mismatch") ? otherCompany : asked);
      visit.shownAs.set(id, rut);
      return answer(c, visit, rut);
    });
  }

  /** An answer with data of a section: here a session can end or be cut in the middle. */
  function data(
    section: "saldos" | "movimientos",
    answer: (c: Ctx, visit: Visit, rut: string, changed: boolean) => Response,
  ) {
    return ofCompany((c, visit, rut) => {
      const gate = sectionGate(world, visit, section);
      if (gate === "cut") return c.json({ codigo: "ERROR", mensaje: "No disponible" }, 503);
      if (gate === "open")
        return answer(c, visit, rut, world.faults.take("layout_changed") !== undefined);
      sessions.drop(tokenOf(c));
      return ended(c);
    });
  }

  routes.get(
    "/empresas",
    visited((c, { companies }) =>
      c.json({
        codigo: codes.ok,
        empresas: companies.map((rut, index) => ({
          id: idOf(index),
          rut: paddedRut(rut),
          razonSocial: companyOf(rut).name,
        })),
      }),
    ),
  );
  routes.get(
    "/empresas/:empresa/cuentas",
    ofCompany((c, _, rut) =>
      c.json({
        codigo: codes.ok,
        titular: holder(rut),
        cuentas: book.accounts(rut).map((account) => ({
          numero: account.number,
          tipo: accountType(account),
          currency: account.currency,
        })),
      }),
    ),
  );
  routes.get(
    "/empresas/:empresa/saldos",
    data("saldos", (c, _, rut, changed) => {
      const saldos = book.accounts(rut).map((account) => {
        const available = wireAmount(availableOf(book, account), account.currency);
        return {
          cuenta: account.number,
          currency: account.currency,
          contable: wireAmount(book.balance(account), account.currency),
          ...(changed ? { libre: available } : { disponible: available }),
        };
      });
      const fecha = wireInstant(world.today(), world.now());
      return c.json({ codigo: codes.ok, titular: holder(rut), fecha, saldos });
    }),
  );
  routes.get(
    "/empresas/:empresa/cuentas/:cuenta/movimientos",
    data("movimientos", (c, visit, rut, changed) => {
      const account = book.accounts(rut).find(({ number }) => number === c.req.param("cuenta"));
      const { mes, continuacion } = c.req.query();
      if (!account) return missing(c);
      const shown = movementsPage(portal, visit, account, { mes, continuacion }, changed);
      if (!shown) return c.json({ codigo: codes.continuation, mensaje: "Consulta no válida" }, 400);
      return c.json({ codigo: codes.ok, titular: holder(rut), ...shown });
    }),
  );
  routes.post("/salir", (c) => {
    const left = sessions.logout(tokenOf(c));
    return left ? c.json({ codigo: codes.ok }) : ended(c);
  });
  routes.all("/*", missing);
  return routes;
}

function idOf(index: number): string {
  return `E${index + 1}`;
}

function holder(rut: string): { rut: string; nombre: string } {
  return { rut: paddedRut(rut), nombre: companyOf(rut).name };
}
