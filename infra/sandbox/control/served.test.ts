import { afterAll, beforeAll, expect, test } from "vitest";
import type { ServiceControl } from "../service-control.ts";
import { standaloneService } from "../standalone.ts";
import { startTestSandbox, type TestSandbox } from "../testing/sandbox.ts";

/** A service that knows nothing of what it is asked for. */
function ignorantService(): ServiceControl {
  const refuse = async (): Promise<never> => {
    throw Object.assign(new Error("no such thing"), { status: 400, code: "validation_error" });
  };
  return {
    ...standaloneService(),
    createOrganization: refuse,
    updateOrganization: refuse,
    createKey: refuse,
    revokeKey: refuse,
    updateConnection: refuse,
    createMember: refuse,
    removeMember: refuse,
  };
}

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox(ignorantService());
});
afterAll(() => sandbox.close());

test.each([
  ["POST", "/organizations", { name: "Prueba", plan: "pro", billing: "active" }, "connectors"],
  ["PATCH", "/organizations/org_1", { plan: "pro" }, "{id}"],
  ["POST", "/keys", { organizationId: "org_1", scopes: [] }, "organizationId"],
  ["DELETE", "/keys/key_1", undefined, "{id}"],
  ["PATCH", "/connections/conn_1", { alcances: ["zzz"] }, "alcances"],
  ["POST", "/members", { organizationId: "org_1", role: "member" }, "organizationId"],
  ["DELETE", "/members/org_1/usr_1", undefined, "{userId}"],
])("what the service finds wrong with %s %s is a 400 that names what it takes", async (...call) => {
  const [method, path, given, name] = call;
  const { status, body } = await sandbox.control(method, path, given);
  expect([status, body["error"], body["code"]]).toEqual([400, "no such thing", "validation_error"]);
  expect(Object.keys(body["takes"] as object)).toContain(name);
});
