import { Hono } from "hono";
import { basePath, type FindSystem, type RunningSystem, type Systems } from "../system/systems.ts";
import { WrongCall } from "../system/wrong-call.ts";
import { actRoutes } from "./acts.ts";
import { faultRoutes } from "./faults.ts";
import { rowRoutes } from "./rows.ts";
import { switchRoutes } from "./switches.ts";
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
  routes.get("/:system/log", (c) => {
    const { system, world } = find(c.req.param("system"));
    system.catchUp?.();
    return c.json(world.counters.all());
  });
  routes.route("/", truthRoutes(find));
  routes.route("/", rowRoutes(find));
  routes.route("/", faultRoutes(find));
  routes.route("/", switchRoutes(find));
  routes.route("/", actRoutes(find));
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
    switches: Object.keys(system.switches?.values() ?? {}),
    acts: Object.keys(system.acts ?? {}),
    faults: definition.faults,
  };
}
