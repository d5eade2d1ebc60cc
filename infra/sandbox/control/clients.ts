import { Hono } from "hono";
import { z } from "zod";
import type { Clients } from "../receivers/clients.ts";
import { bodyOf } from "./call.ts";

const Answer = z.strictObject({
  document: z.unknown().optional(),
  status: z.int().min(200).max(599).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  delayMs: z.int().min(0).max(600_000).optional(),
});

const takes = {
  document: "what the client's address answers, as JSON or as a text; a usual one unless given",
  status: "200 unless given",
  headers: "an object, in addition to content-type",
  delayMs: "how long the answer takes",
};

export function clientRoutes(clients: Clients): Hono {
  const routes = new Hono();
  routes.post("/:name", async (c) => {
    const { document, status, headers, delayMs } = await bodyOf(c, Answer, takes);
    const answer = clients.program(c.req.param("name"), {
      ...(document !== undefined && { document }),
      ...(status !== undefined && { status }),
      ...(headers !== undefined && { headers }),
      ...(delayMs !== undefined && { delayMs }),
    });
    return c.json(answer);
  });
  routes.get("/:name", (c) => c.json({ fetches: clients.fetchesOf(c.req.param("name")) }));
  return routes;
}
