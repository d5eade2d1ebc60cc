import { Hono } from "hono";
import { basePath, type FindSystem, type RunningSystem, type Systems } from "../system/systems.ts";
import { WrongCall } from "../system/wrong-call.ts";
import { faultRoutes } from "./faults.ts";
import { rowRoutes } from "./rows.ts";
import { truthRoutes } from "./truth.ts";

export function portalRoutes(systems: Systems): Hono {
  const find: FindSystem = (name) => {
    const found = systems.find(name);
    if (found) return found;
    const names = systems.all().map((one) => one.definition.system);
    throw new WrongCall(`no system ${name}`, { system: names });
  };
  const routes = new Hono();
  routes.get("/", (c) =>
    c.json(
      systems
        .all()
        .filter((one) => one.definition.kind === "portal")
        .map(listed),
    ),
  );
  routes.get("/:system/log", (c) => c.json(find(c.req.param("system")).world.counters.all()));
  routes.route("/", truthRoutes(find));
  routes.route("/", rowRoutes(find));
  routes.route("/", faultRoutes(find));
  return routes;
}

function listed({ definition, world, system }: RunningSystem) {
  return {
    system: definition.system,
    url: world.url(),
    path: basePath(definition),
    logins: system.logins,
    alcances: definition.alcances,
    resources: Object.keys(system.truth),
    faults: definition.faults,
  };
}
