import { Hono } from "hono";
import { z } from "zod";
import type { ServiceControl } from "../service-control.ts";
import { bodyOf, served } from "./call.ts";

const ConnectionPatch = z.strictObject({
  disabled: z.boolean().optional(),
  scopes: z.array(z.string()).optional(),
  alcances: z.array(z.string()).optional(),
  credencial: z.union([z.string(), z.record(z.string(), z.string()), z.null()]).optional(),
});

const takes = {
  "{id}": "conn_…",
  disabled: "true | false, optional",
  scopes: "a list, optional",
  alcances: "a list of the system's modules, optional",
  credencial: "a state of the credential, or an object of new credential fields, optional",
};

export function connectionRoutes(service: ServiceControl): Hono {
  const routes = new Hono();
  routes.patch("/:id", async (c) => {
    const patch = await bodyOf(c, ConnectionPatch, takes);
    const changing = service.updateConnection(c.req.param("id"), patch);
    return c.json((await served(takes, changing)) ?? {});
  });
  return routes;
}
