import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { approvalOf, identify, logIn, poll } from "../../testing/banco-e.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { visitorOf, type Visitor } from "../../testing/visitor.ts";
import { notices } from "./words.ts";

let sandbox: TestSandbox;
let visitor: Visitor;
const another = () => visitorOf(`${sandbox.url}/portals/banco_e`);
const log = async () => (await sandbox.control("GET", "/portals/banco_e/log")).body;
const choice = "¿Con qué empresa desea trabajar?";

const hold = (more: { times?: number; delayMs?: number }) =>
  sandbox.control("POST", "/portals/banco_e/faults", { kind: "device_approval_pending", ...more });

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  visitor = another();
});
afterAll(() => sandbox.close());

describe("the approval of banco_e", () => {
  test("is pending at first, and opens a session only once it is given", async () => {
    const approval = approvalOf(await identify(visitor)) ?? "";
    expect((await visitor.post(`${approval}/continuar`, {})).text).toContain(notices.unapproved);
    expect(await poll(visitor, approval)).toBe("PENDIENTE");
    expect(await log()).toMatchObject({ logins: 0 });
    await expect.poll(() => poll(visitor, approval)).toBe("APROBADA");
    expect((await visitor.post(`${approval}/continuar`, {})).text).toContain(choice);
    expect((await another().post(`${approval}/continuar`, {})).text).toContain(notices.unapproved);
    expect(await log()).toMatchObject({ logins: 1 });
  });

  test("expires after three minutes", async () => {
    const approval = approvalOf(await identify(visitor)) ?? "";
    await sandbox.control("POST", "/clock", { advance: "PT3M" });
    expect(await poll(visitor, approval)).toBe("EXPIRADA");
    expect((await visitor.post(`${approval}/continuar`, {})).text).toContain(notices.unapproved);
  });

  test("can be cancelled, and is then unknown", async () => {
    const approval = approvalOf(await identify(visitor)) ?? "";
    expect((await visitor.post(`${approval}/cancelar`, {})).text).toContain('name="secreto"');
    expect(await poll(visitor, approval)).toBe("EXPIRADA");
    expect((await logIn(another())).text).toContain(choice);
  });

  test("is delayed as often as the fault says", async () => {
    await hold({ times: 6 });
    const approval = approvalOf(await identify(visitor)) ?? "";
    for (let polls = 0; polls < 6; polls += 1) {
      expect(await poll(visitor, approval)).toBe("PENDIENTE");
    }
    expect(await poll(visitor, approval)).toBe("APROBADA");
  });

  test("is released when the faults are deleted, however long it would be delayed", async () => {
    await hold({ delayMs: 600_000 });
    const approval = approvalOf(await identify(visitor)) ?? "";
    for (let polls = 0; polls < 20; polls += 1) {
      expect(await poll(visitor, approval)).toBe("PENDIENTE");
    }
    await sandbox.control("DELETE", "/portals/banco_e/faults");
    expect(await poll(visitor, approval)).toBe("APROBADA");
  });
});
