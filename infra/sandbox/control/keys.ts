import { Hono } from "hono";
import { z } from "zod";
import type { ServiceControl } from "../service-control.ts";
import { bodyOf, served } from "./call.ts";

const NewKey = z.strictObject({
  organizationId: z.string().min(1),
  name: z.string().min(1).max(120).optional(),
  scopes: z.array(z.string()),
  connections: z.array(z.string()).optional(),
  expiresAt: z.iso.datetime({ offset: true }).optional(),
});

const takes = {
  organizationId: "org_…",
  name: "what people know it by, optional",
  scopes: 'a list, ["banco_a:read"]',
  connections: 'the only ones that the key may know of, ["conn_…"], optional',
  expiresAt: "an instant, optional",
};

export function keyRoutes(service: ServiceControl): Hono {
  const routes = new Hono();
  routes.post("/", async (c) => {
    const input = await bodyOf(c, NewKey, takes);
    return c.json(await served(takes, service.createKey(input)), 201);
  });
  routes.delete("/:id", async (c) => {
    await served({ "{id}": "key_…" }, service.revokeKey(c.req.param("id")));
    return c.json({ id: c.req.param("id"), revoked: true });
  });
  return routes;
}
