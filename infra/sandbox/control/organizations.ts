import { Hono } from "hono";
import { z } from "zod";
import type { ServiceControl } from "../service-control.ts";
import { bodyOf } from "./call.ts";

const fields = {
  name: z.string().min(1),
  plan: z.enum(["free", "pro", "business"]),
  billing: z.enum(["active", "past_due", "none"]),
  connectors: z.array(z.string()).optional(),
};
const NewOrganization = z.strictObject(fields);
const OrganizationPatch = NewOrganization.partial();

const takes = {
  name: "text",
  plan: "free | pro | business",
  billing: "active | past_due | none",
  connectors: "a list of connector ids, optional",
};

export function organizationRoutes(service: ServiceControl): Hono {
  const routes = new Hono();
  routes.post("/", async (c) =>
    c.json(await service.createOrganization(await bodyOf(c, NewOrganization, takes)), 201),
  );
  routes.patch("/:id", async (c) => {
    const patch = await bodyOf(c, OrganizationPatch, takes);
    return c.json((await service.updateOrganization(c.req.param("id"), patch)) ?? {});
  });
  return routes;
}
