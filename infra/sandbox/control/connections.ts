import { Hono } from "hono";
import { z } from "zod";
import type { ServiceControl } from "../service-control.ts";
import { bodyOf } from "./call.ts";

const ConnectionPatch = z.strictObject({
  disabled: z.boolean().optional(),
  scopes: z.array(z.string()).optional(),
  alcances: z.array(z.string()).optional(),
  credencial: z.union([z.string(), z.record(z.string(), z.string()), z.null()]).optional(),
});

const takes = {
  disabled: "true | false, optional",
  scopes: "a list, optional",
  alcances: "a list, optional",
  credencial: "a state of the credential, or an object of new credential fields, optional",
};

export function connectionRoutes(service: ServiceControl): Hono {
  const routes = new Hono();
  routes.patch("/:id", async (c) => {
    const patch = await bodyOf(c, ConnectionPatch, takes);
    return c.json((await service.updateConnection(c.req.param("id"), patch)) ?? {});
  });
  return routes;
}
