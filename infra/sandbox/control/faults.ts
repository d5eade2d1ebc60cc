import { Hono } from "hono";
import { z } from "zod";
import { faultKinds } from "../system/faults.ts";
import type { FindSystem } from "../system/systems.ts";
import { WrongCall } from "../system/wrong-call.ts";
import { bodyOf } from "./call.ts";

const NewFault = z.strictObject({
  kind: z.enum(faultKinds),
  times: z.int().min(1).max(100_000).default(1),
  delayMs: z.int().min(0).max(600_000).optional(),
});

export function faultRoutes(find: FindSystem): Hono {
  const routes = new Hono();
  routes.post("/:system/faults", async (c) => {
    const { definition, world } = find(c.req.param("system"));
    const takes = { kind: definition.faults, times: "1 unless given", delayMs: "optional" };
    const fault = await bodyOf(c, NewFault, takes);
    if (!definition.faults.includes(fault.kind)) {
      throw new WrongCall(`${definition.system} cannot ${fault.kind}`, takes);
    }
    world.faults.add(fault);
    return c.json({ faults: world.faults.pending() });
  });
  routes.get("/:system/faults", (c) =>
    c.json({ faults: find(c.req.param("system")).world.faults.pending() }),
  );
  routes.delete("/:system/faults", (c) => {
    const { world } = find(c.req.param("system"));
    world.faults.clear();
    return c.json({ faults: world.faults.pending() });
  });
  return routes;
}
