import { Hono } from "hono";
import { z } from "zod";
import type { ServiceControl } from "../service-control.ts";
import { bodyOf, served } from "./call.ts";

const fields = {
  name: z.string().min(1),
  plan: z.enum(["free", "pro", "business"]),
  billing: z.enum(["active", "past_due", "none"]),
  connectors: z.array(z.string()).optional(),
};
const NewOrganization = z.strictObject(fields);
const OrganizationPatch = NewOrganization.partial().extend({
  /** Its contents are up to the service. */
  honorarios: z.looseObject({ habilitado: z.boolean() }).nullable().optional(),
  carpeta: z
    .strictObject({
      habilitado: z.boolean(),
      destinatario: z.record(z.string(), z.string()).optional(),
    })
    .nullable()
    .optional(),
});

const takes = {
  name: "text",
  plan: "free | pro | business",
  billing: "active | past_due | none",
  connectors: "a list of connector ids, optional",
};

const patchTakes = {
  "{id}": "org_…",
  ...takes,
  honorarios: "the policy of fee receipts, or null",
  carpeta: "{ habilitado, destinatario? } of tax folders, or null",
};

export function organizationRoutes(service: ServiceControl): Hono {
  const routes = new Hono();
  routes.post("/", async (c) => {
    const input = await bodyOf(c, NewOrganization, takes);
    return c.json(await served(takes, service.createOrganization(input)), 201);
  });
  routes.patch("/:id", async (c) => {
    const patch = await bodyOf(c, OrganizationPatch, patchTakes);
    const changing = service.updateOrganization(c.req.param("id"), patch);
    return c.json((await served(patchTakes, changing)) ?? {});
  });
  return routes;
}
