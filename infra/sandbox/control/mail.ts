import { Hono } from "hono";
import { z } from "zod";
import type { ServiceControl } from "../service-control.ts";
import { checked } from "../system/wrong-call.ts";

const Query = z.strictObject({ to: z.string().optional(), kind: z.string().optional() });

/** The service's mails to people: in local mode none leaves the machine. */
export function mailRoutes(service: ServiceControl): Hono {
  const routes = new Hono();
  routes.get("/", async (c) => {
    const query = checked(c.req.query(), Query, "?to=…&kind=…, both optional");
    return c.json({ mails: await service.mailsTo(query) });
  });
  routes.delete("/", async (c) => {
    await service.clearMails();
    return c.json({ cleared: true });
  });
  return routes;
}
