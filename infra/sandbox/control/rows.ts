import { Hono } from "hono";
import { z } from "zod";
import type { FindSystem } from "../system/systems.ts";
import { WrongCall } from "../system/wrong-call.ts";
import { bodyOf } from "./call.ts";
import { targetOf } from "./truth.ts";

const AddedRows = z.strictObject({
  resource: z.string().optional(),
  periodo: z.string().optional(),
  rut: z.string().optional(),
  rows: z.array(z.unknown()).min(1),
});

export function rowRoutes(find: FindSystem): Hono {
  const routes = new Hono();
  routes.post("/:system/rows", async (c) => {
    const running = find(c.req.param("system"));
    const kinds = running.system.rows;
    const takes = {
      resource: Object.keys(kinds),
      periodo: "AAAA-MM, optional",
      rut: "a company, optional",
      rows: Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, kind.takes])),
    };
    const body = await bodyOf(c, AddedRows, takes);
    const kind = kinds[body.resource ?? Object.keys(kinds)[0] ?? ""];
    if (!kind) throw new WrongCall(`rows of ${body.resource} cannot be added`, takes);
    const target = targetOf(running, body);
    return c.json({ rows: body.rows.map((row) => kind.add(target, row)) });
  });
  return routes;
}
