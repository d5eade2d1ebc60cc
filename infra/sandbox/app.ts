import { Hono } from "hono";
import { createControl, type ControlOptions } from "./control/control.ts";
import { loopbackOnly, ownOriginOnly } from "./loopback.ts";
import type { SandboxEnv } from "./system/system.ts";
import type { RunningSystem } from "./system/systems.ts";

export function createApp(options: ControlOptions): Hono<SandboxEnv> {
  const { systems } = options;
  const app = new Hono<SandboxEnv>();
  app.use(loopbackOnly);
  app.use("/control/*", ownOriginOnly);
  app.route("/control", createControl(options));
  for (const kind of ["portal", "provider"] as const) {
    const isKind = (one: RunningSystem | undefined) => one?.definition.kind === kind;
    app.all(`/${kind}s/:system/*`, (c) => {
      const running = systems.find(c.req.param("system"));
      if (!running || !isKind(running)) return c.notFound();
      return running.app.fetch(c.req.raw, c.env);
    });
  }
  return app;
}
