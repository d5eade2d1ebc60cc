import { drizzle } from "drizzle-orm/neon-serverless";
import { sql } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { Pool } from "@neondatabase/serverless";
import { Hono } from "hono";
import { handle } from "hono/aws-lambda";
import * as z from "zod";

/** The libraries that any such API needs, doing almost nothing. */
const keys = pgTable("api_keys", { id: text().primaryKey(), uses: integer().notNull() });
const db = drizzle({ client: new Pool({ connectionString: process.env["DATABASE_URL"] ?? "" }) });
const Body = z.strictObject({ input: z.record(z.string(), z.unknown()) });

const app = new Hono();
app.post("/v1/tools/:toolId/execute", async (c) => {
  const parsed = Body.safeParse(await c.req.json());
  if (!parsed.success) return c.json({ error: "bad request" }, 400);
  const key = c.req.header("authorization");
  if (key === undefined) return c.json({ error: "unauthorized" }, 401);
  const [found] = await db
    .select()
    .from(keys)
    .where(sql`${keys.id} = ${key}`);
  return c.json({ data: found ?? null });
});

export const handler = handle(app);
