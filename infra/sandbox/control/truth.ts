import { Hono } from "hono";
import { mainCompany } from "../generator/companies.ts";
import { movePeriod, periodOf } from "../generator/calendar.ts";
import { readRut } from "../generator/rut.ts";
import type { FindSystem, RunningSystem } from "../system/systems.ts";
import { WrongCall } from "../system/wrong-call.ts";

const periodShape = /^\d{4}-(0[1-9]|1[0-2])$/;
const monthsBack = 24;

export function truthRoutes(find: FindSystem): Hono {
  const routes = new Hono();
  routes.get("/:system/truth", (c) => {
    const running = find(c.req.param("system"));
    const params = c.req.query();
    const read = running.system.truth[params["resource"] ?? ""];
    if (!read) throw new WrongCall(`no resource ${params["resource"]}`, takes(running));
    const { rut, periodo } = targetOf(running, params);
    const current = periodOf(running.world.today());
    return c.json({ rows: read({ rut, periodo: periodo ?? current, params }) });
  });
  return routes;
}

/** The company and month of a call; the first company by default. */
export function targetOf(
  running: RunningSystem,
  asked: { rut?: string | undefined; periodo?: string | undefined },
): { rut: string; periodo: string | undefined } {
  const rut = asked.rut === undefined ? mainCompany : readRut(asked.rut);
  const { companies } = running.system;
  if (!rut || (companies.length > 0 && !companies.includes(rut))) {
    throw new WrongCall(`no company ${asked.rut} here`, takes(running));
  }
  const { periodo } = asked;
  if (periodo === undefined) return { rut, periodo };
  const current = periodOf(running.world.today());
  const last = movePeriod(current, running.system.monthsAhead ?? 0);
  const inside = periodo <= last && periodo >= movePeriod(current, -monthsBack);
  if (!periodShape.test(periodo) || !inside) {
    throw new WrongCall(`periodo ${periodo} is not one that can be asked for`, takes(running));
  }
  return { rut, periodo };
}

function takes({ system }: RunningSystem) {
  return {
    resource: Object.keys(system.truth),
    periodo: `AAAA-MM, the last ${monthsBack} months and ${system.monthsAhead ?? 0} ahead, the current one unless given`,
    rut: system.companies,
  };
}
