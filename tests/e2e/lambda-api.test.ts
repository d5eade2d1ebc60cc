import { afterAll, beforeAll, expect, test } from "vitest";
import { newCaller, type Caller } from "#tests/support/lambda/callers.ts";
import { deploy, type Deployment } from "#tests/support/lambda/deployment.ts";

let deployment: Deployment;
let caller: Caller;
beforeAll(async () => {
  deployment = await deploy({ functions: ["api"] });
  caller = await newCaller(deployment);
});
afterAll(() => deployment.close());

test("a tool is executed through the bundle's handler", async () => {
  const { status, body, headers } = await caller.call("core.timestamp.now", {});
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({ data: { timezone: "America/Santiago" }, meta: {} });
  expect(headers.get("x-request-id")).toMatch(/^req_/);
});
