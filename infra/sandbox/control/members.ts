import { Hono } from "hono";
import { z } from "zod";
import type { ServiceControl } from "../service-control.ts";
import { bodyOf, served } from "./call.ts";

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

const member = { "{organizationId}": "org_…", "{userId}": "usr_…" };

/** People with a confirmed mail address who can sign in. */
export function memberRoutes(service: ServiceControl): Hono {
  const routes = new Hono();
  routes.post("/", async (c) => {
    const input = await bodyOf(c, NewMember, takes);
    return c.json(await served(takes, service.createMember(input)), 201);
  });
  routes.delete("/:organizationId/:userId", async (c) => {
    const { organizationId, userId } = c.req.param();
    await served(member, service.removeMember(organizationId, userId));
    return c.json({ removed: true });
  });
  return routes;
}
