import { Hono } from "hono";
import { z } from "zod";
import type { FindSystem } from "../system/systems.ts";
import { WrongCall } from "../system/wrong-call.ts";
import { bodyOf } from "./call.ts";

export function actRoutes(find: FindSystem): Hono {
  const routes = new Hono();
  routes.post("/:system/:act/:on?", async (c) => {
    const { definition, system } = find(c.req.param("system"));
    const acts = system.acts ?? {};
    const { act: name, on } = c.req.param();
    const found = Object.hasOwn(acts, name) ? acts[name] : undefined;
    if (!found || found.isOnOne !== (on !== undefined)) {
      const takes = Object.fromEntries(
        Object.entries(acts).map(([one, { takes: its }]) => [one, its]),
      );
      throw new WrongCall(`nothing called ${name} is done at ${definition.system}`, takes);
    }
    return c.json(found.carryOut(await bodyOf(c, z.unknown(), found.takes), on ?? ""));
  });
  return routes;
}
