import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hidden, okLogin } from "../../testing/banco-c.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { visitorOf, type Visitor } from "../../testing/visitor.ts";
import { notices } from "./words.ts";

let sandbox: TestSandbox;
let visitor: Visitor;
const log = async () => (await sandbox.control("GET", "/portals/banco_c/log")).body;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  visitor = visitorOf(`${sandbox.url}/portals/banco_c`);
});
afterAll(() => sandbox.close());

describe("the keypad of banco_c", () => {
  const keys = (html: string) =>
    [...html.matchAll(/data-k="([0-9a-f]+)"[^>]*>\s*(\d)\s*</g)].map(([, code, digit]) => ({
      code,
      digit,
    }));

  test("has each digit once, shuffled, with new codes each time", async () => {
    const drawn = await Promise.all(
      Array.from({ length: 6 }, async () => keys((await visitor.get("/acceso")).text)),
    );
    for (const keypad of drawn) {
      expect(keypad).toHaveLength(10);
      expect(new Set(keypad.map(({ digit }) => digit)).size).toBe(10);
    }
    expect(new Set(drawn.map((keypad) => keypad.map(({ digit }) => digit).join(""))).size).toBe(6);
    expect(new Set(drawn.flat().map(({ code }) => code)).size).toBe(60);
  });

  test("works for one attempt, and digits instead of codes are a wrong password", async () => {
    const { text } = await visitor.get("/acceso");
    const form = { rut: okLogin.rut, teclado: hidden(text, "teclado") };
    const digits = okLogin.clave.split("").join("-");
    expect((await visitor.post("/acceso", { ...form, codigos: digits })).text).toContain(
      notices.wrong,
    );
    expect((await visitor.post("/acceso", { ...form, codigos: digits })).text).toContain(
      notices.keypad,
    );
    expect(await log()).toMatchObject({ failed_logins: 1, logins: 0 });
  });
});
