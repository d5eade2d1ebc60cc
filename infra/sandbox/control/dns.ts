import { isIP } from "node:net";
import { Hono } from "hono";
import { z } from "zod";
import type { ServiceControl } from "../service-control.ts";
import { bodyOf } from "./call.ts";

const Names = z.record(
  z.string().min(1),
  z.array(z.string().refine((text) => isIP(text) !== 0, "not an IP address")),
);

const takes =
  '{"name.example": ["93.184.215.14"], …}: IP addresses, an empty list is "no such name"';

export function dnsRoutes(service: ServiceControl): Hono {
  const routes = new Hono();
  routes.post("/", async (c) => {
    const names = await bodyOf(c, Names, takes);
    await service.setNames(names);
    return c.json({ names });
  });
  routes.delete("/", async (c) => {
    await service.clearNames();
    return c.json({ names: {} });
  });
  return routes;
}
