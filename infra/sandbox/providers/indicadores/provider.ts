import { Hono, type Context } from "hono";
import { isDay, moveDay, santiagoMidnight } from "../../generator/calendar.ts";
import type { SandboxEnv, SystemDefinition, World } from "../../system/system.ts";
import { indicators, type Indicator } from "./catalogue.ts";
import { daysOf, newestDay, oldestDay } from "./days.ts";
import { valueOf } from "./values.ts";

const system = "indicadores";
const latestValues = 31;
/** A monthly series of 31 values needs more days than a daily one. */
const daysLookedAt = 1000;

/** The common public JSON interface of economic indicators. */
export const indicadores: SystemDefinition = {
  system,
  kind: "provider",
  alcances: [],
  faults: ["unavailable", "slow", "hang", "layout_changed"],
  create(world) {
    return {
      logins: [],
      companies: [],
      routes: indicatorRoutes(world),
      truth: {
        series: ({ params, periodo }) =>
          indicators
            .filter(({ codigo }) => !params["codigo"] || codigo === params["codigo"])
            .flatMap((one) =>
              published(one, world.today(), `${periodo}-01`, `${periodo}-31`).map((day) => ({
                codigo: one.codigo,
                fecha: day,
                valor: valueOf(one.codigo, day),
              })),
            ),
      },
      rows: {},
    };
  },
};

function indicatorRoutes(world: World): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>();
  routes.use(async (_, next) => {
    world.counters.add("pages");
    return next();
  });

  routes.get("/api", (c) => {
    const today = world.today();
    const entries = indicators.map((one) => {
      const [day = today] = published(one, today, moveDay(today, -daysLookedAt), today);
      const { codigo, nombre, unidad_medida } = one;
      const value = { fecha: instantOf(day), valor: valueOf(codigo, day) };
      return [codigo, { codigo, nombre, unidad_medida, ...value }];
    });
    return c.json({
      version: "1.7.0",
      autor: "sandbox",
      fecha: world.now().toISOString(),
      ...Object.fromEntries(entries),
    });
  });

  routes.get("/api/:codigo", (c) => {
    const today = world.today();
    return series(c, world, (one) =>
      published(one, today, moveDay(today, -daysLookedAt), "9999").slice(0, latestValues),
    );
  });

  routes.get("/api/:codigo/:when{\\d{4}}", (c) => {
    const year = c.req.param("when");
    return series(c, world, (one) =>
      published(one, world.today(), `${year}-01-01`, `${year}-12-31`),
    );
  });

  routes.get("/api/:codigo/:when{\\d{2}-\\d{2}-\\d{4}}", (c) => {
    const day = c.req.param("when").split("-").toReversed().join("-");
    if (!isDay(day)) return c.json({ message: "Fecha no válida" }, 400);
    return series(c, world, (one) => published(one, world.today(), day, day));
  });

  routes.all("/*", (c) => c.json({ message: "Indicador no encontrado" }, 404));
  return routes;
}

/** Days with a published value inside a range, newest first. */
function published(indicator: Indicator, today: string, from: string, to: string): string[] {
  const newest = newestDay(indicator, today);
  const oldest = oldestDay(today);
  return daysOf(indicator, from > oldest ? from : oldest, to < newest ? to : newest);
}

function series(
  c: Context<SandboxEnv>,
  world: World,
  daysFor: (indicator: Indicator) => string[],
): Response {
  const found = indicators.find((one) => one.codigo === c.req.param("codigo"));
  if (!found) return c.json({ message: "Indicador no encontrado" }, 404);
  const { codigo, nombre, unidad_medida } = found;
  const changed = world.faults.take("layout_changed") !== undefined;
  const serie = daysFor(found).map((day) => ({
    fecha: instantOf(day),
    [changed ? "monto" : "valor"]: valueOf(codigo, day),
  }));
  return c.json({ codigo, nombre, unidad_medida, serie });
}

/** Midnight of the day in Chile, in UTC: T03 in summer, T04 in winter. */
function instantOf(day: string): string {
  return santiagoMidnight(day).toISOString();
}
