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
  ...takes,
  honorarios: "the policy of fee receipts, or null",
  carpeta: "{ habilitado, destinatario? } of tax folders, or null",
};

export function organizationRoutes(service: ServiceControl): Hono {
  const routes = new Hono();
  routes.post("/", async (c) =>
    c.json(await service.createOrganization(await bodyOf(c, NewOrganization, takes)), 201),
  );
  routes.patch("/:id", async (c) => {
    const patch = await bodyOf(c, OrganizationPatch, patchTakes);
    return c.json((await service.updateOrganization(c.req.param("id"), patch)) ?? {});
  });
  return routes;
}
