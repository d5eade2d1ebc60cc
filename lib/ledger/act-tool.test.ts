import { expect, test } from "vitest";
import { core } from "#lib/connectors/core/index.ts";
import type { ToolContext } from "#lib/contract/index.ts";
import { putBehind } from "#lib/db/behind.ts";
import { actContextOf } from "./act-tool.ts";

function given(): ToolContext {
  const { id: toolId = "" } = core.tools[0] ?? {};
  return {
    toolId,
    now: new Date(0),
    requestId: "req_01k2exampe0000000000000000",
    organization: { id: "org_uno", name: "Uno" },
    actor: { kind: "api_key", id: "key_uno" },
    connection: null,
    idempotencyKey: null,
  } as unknown as ToolContext;
}

test("what a tool is given shows nothing of what is behind it", () => {
  const ctx = putBehind(given(), () => ({ vault: "the vault", organization: { id: "org_uno" } }));
  expect(Object.keys(ctx)).toEqual(Object.keys(given()));
  expect(JSON.stringify(ctx)).not.toContain("vault");
  const acting = actContextOf(ctx);
  expect(acting).toMatchObject({
    vault: "the vault",
    organization: { id: "org_uno", name: "Uno" },
  });
});

test("a tool of an act does not run where nobody put the ledger behind it", () => {
  expect(() => actContextOf(given())).toThrow("runs with the ledger");
});
