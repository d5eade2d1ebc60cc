import { Hono } from "hono";
import { z } from "zod";
import type { FindSystem } from "../system/systems.ts";
import { WrongCall } from "../system/wrong-call.ts";
import { bodyOf } from "./call.ts";

export function switchRoutes(find: FindSystem): Hono {
  const routes = new Hono();
  routes.get("/:system", (c) =>
    c.json(find(c.req.param("system")).system.switches?.values() ?? {}),
  );
  routes.patch("/:system", async (c) => {
    const { definition, system } = find(c.req.param("system"));
    const { switches } = system;
    if (!switches) throw new WrongCall(`${definition.system} has no switches`, {});
    return c.json(switches.change(await bodyOf(c, z.unknown(), switches.takes)));
  });
  return routes;
}
