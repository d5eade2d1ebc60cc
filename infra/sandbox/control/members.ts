import { Hono } from "hono";
import { z } from "zod";
import type { ServiceControl } from "../service-control.ts";
import { bodyOf } from "./call.ts";

const NewMember = z.strictObject({
  organizationId: z.string().min(1),
  role: z.enum(["owner", "admin", "member"]),
  canIssue: z.boolean().optional(),
});

const takes = {
  organizationId: "org_…",
  role: "owner | admin | member",
  canIssue: "true | false, optional",
};

/** People with a confirmed mail address who can sign in. */
export function memberRoutes(service: ServiceControl): Hono {
  const routes = new Hono();
  routes.post("/", async (c) =>
    c.json(await service.createMember(await bodyOf(c, NewMember, takes)), 201),
  );
  routes.delete("/:organizationId/:userId", async (c) => {
    await service.removeMember(c.req.param("organizationId"), c.req.param("userId"));
    return c.json({ removed: true });
  });
  return routes;
}
