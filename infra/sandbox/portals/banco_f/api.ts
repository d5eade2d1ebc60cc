import { Hono, type Context } from "hono";
import { logOut, sessionOf } from "../../bank/bank.ts";
import { showSection } from "../../bank/inside.ts";
import { availableOf } from "../../bank/truth.ts";
import { companyOf, otherCompany } from "../../generator/companies.ts";
import type { Session } from "../../system/sessions.ts";
import type { SandboxEnv } from "../../system/system.ts";
import { movementsPage, type BancoF, type BancoFVisit } from "./movements.ts";
import { accountType, codes, notices, paddedRut, wireAmount, wireInstant } from "./words.ts";

type Ctx = Context<SandboxEnv>;
type Answer = Response | Promise<Response>;

/** The JSON behind the application. Errors are in `codigo`, mostly with 200. */
export function apiRoutes(portal: BancoF): Hono<SandboxEnv> {
  const { world, book } = portal;
  const routes = new Hono<SandboxEnv>();
  const ended = (c: Ctx) => c.json({ codigo: codes.ended, mensaje: notices.ended });
  const missing = (c: Ctx) => c.json({ codigo: codes.notFound, mensaje: "No encontrado" }, 404);

  routes.use(async (c, next) => {
    world.counters.add("pages");
    c.header("cache-control", "no-store");
    return next();
  });

  function visited(answer: (c: Ctx, session: Session<BancoFVisit>) => Answer) {
    return (c: Ctx): Answer => {
      const session = sessionOf(c, portal);
      if (!session) return ended(c);
      if (!session.data.variant) return answer(c, session);
      return c.json({ codigo: codes.variant, mensaje: "Canal no habilitado para su perfil" });
    };
  }

  /** A call about one company: `identity_mismatch` answers with another company's data. */
  function ofCompany(answer: (c: Ctx, rut: string, session: Session<BancoFVisit>) => Answer) {
    return visited((c, session) => {
      const { companies, shownAs } = session.data;
      const id = c.req.param("empresa") ?? "";
      const asked = companies.find((_, index) => idOf(index) === id);
      if (!asked) return missing(c);
      const rut =
        shownAs.get(id) ?? (world.faults.take("identity_mismatch") ? otherCompany : asked);
      shownAs.set(id, rut);
      return answer(c, rut, session);
    });
  }

  function data(
    section: string,
    open: (c: Ctx, rut: string, changed: boolean, visit: BancoFVisit) => Answer,
  ) {
    return ofCompany((c, rut, session) =>
      showSection(c, portal, session, section, {
        ended: () => ended(c),
        cut: () => c.json({ codigo: "ERROR", mensaje: "No disponible" }, 503),
        open: (changed) => open(c, rut, changed, session.data),
      }),
    );
  }

  routes.get(
    "/empresas",
    visited((c, { data: { companies } }) =>
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
    ofCompany((c, rut) =>
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
    data("saldos", (c, rut, changed) => {
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
    data("movimientos", (c, rut, changed, visit) => {
      const account = book.accounts(rut).find(({ number }) => number === c.req.param("cuenta"));
      const { mes, continuacion } = c.req.query();
      if (!account) return missing(c);
      const shown = movementsPage(portal, visit, account, { mes, continuacion }, changed);
      if (!shown) return c.json({ codigo: codes.continuation, mensaje: "Consulta no válida" }, 400);
      return c.json({ codigo: codes.ok, titular: holder(rut), ...shown });
    }),
  );
  routes.post("/salir", (c) => {
    const left = logOut(c, portal);
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
