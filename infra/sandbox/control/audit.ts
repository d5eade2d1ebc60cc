import { Hono } from "hono";
import { z } from "zod";
import type { ServiceControl } from "../service-control.ts";
import { checked } from "../system/wrong-call.ts";

const Query = z.strictObject({ request_id: z.string().min(1) });

export function auditRoutes(service: ServiceControl): Hono {
  const routes = new Hono();
  routes.get("/", async (c) => {
    const query = checked(c.req.query(), Query, "?request_id=req_…");
    return c.json({ rows: await service.auditOf(query.request_id) });
  });
  return routes;
}
