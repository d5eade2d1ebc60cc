import type { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "#functions/api/app.ts";
import { AccessTokens } from "#lib/identity/index.ts";
import { agentScene, type AgentScene } from "#tests/support/scenes/agent-scene.ts";
import { countedDatabase, type AskedStatement } from "#tests/support/databases/counted-database.ts";

let scene: AgentScene;
let app: Hono;
let asked: AskedStatement[];
beforeAll(async () => {
  scene = await agentScene();
  const { appDeps, settings } = scene.api;
  const counted = countedDatabase(appDeps.db);
  ({ asked } = counted);
  const { database: db } = counted;
  app = createApi({ ...appDeps, db, tokens: new AccessTokens(db, settings.BASE_URL) });
});
afterAll(() => scene.api.close());

test.each(["key", "token"] as const)(
  "a stored read with a %s runs three statements: caller, page and record",
  async (kind) => {
    const scopes = ["prueba:read"];
    const bearer =
      kind === "key"
        ? (await scene.api.key(scene.owner.id, scopes)).key
        : (await scene.issuer.agent(scene.owner.id, { scopes })).token;
    // The first one reads the keys that verify tokens, which are cached for minutes.
    expect((await scene.readBy(bearer, app)).status).toBe(200);
    asked.length = 0;
    expect((await scene.readBy(bearer, app)).status).toBe(200);
    expect(asked).toHaveLength(3);
    expect(asked.at(-1)?.name).toBe("audit.record");
  },
);
