import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { labelOf, logIn, okLogin, send } from "../../testing/banco-d.ts";
import { listedLogin } from "../../testing/listed-logins.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { visitorOf, type Visitor } from "../../testing/visitor.ts";
import { errors } from "./entry.ts";

let sandbox: TestSandbox;
let visitor: Visitor;
const another = () => visitorOf(`${sandbox.url}/portals/banco_d`);
const errorOf = (shown: { text: string }) => labelOf(shown.text, "lblError");
const variant = () => listedLogin(sandbox, "banco_d", (one) => one.leadsTo === "variant");

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  visitor = another();
});
afterAll(() => sandbox.close());

describe("the logins of banco_d", () => {
  test("ask for the company only if there are several", async () => {
    const { text } = await logIn(visitor);
    expect(text).toContain("Viñedos Aguas Frías SpA - 76.177.907-9");
    expect(labelOf(text, "lblRutEmpresa")).toBeUndefined();
    const shown = await send(visitor, "/Empresas.aspx", { ddlEmpresa: "1" });
    expect(labelOf(shown.text, "lblRutEmpresa")).toBe("76.555.835-2");
    const single = await listedLogin(
      sandbox,
      "banco_d",
      ({ leadsTo, empresas }) => leadsTo === "ok" && empresas.length === 1,
    );
    const inside = await logIn(another(), single);
    expect(labelOf(inside.text, "lblRutEmpresa")?.replaceAll(".", "")).toBe(single.empresas[0]);
  });

  test("of the other portal cannot choose a company of this one", async () => {
    await logIn(visitor, await variant());
    await send(visitor, "/Empresas.aspx", { ddlEmpresa: "0" });
    expect(errorOf(await visitor.get("/Saldos.aspx"))).toBe(errors.ended);
    expect((await visitor.get("/Salir.aspx")).text).toContain("Ha salido");
  });

  test("a form sent twice is not an error", async () => {
    const stale = { __VISTA: "/wEPx", txtRut: "12345678", txtDv: "5", txtClave: okLogin.clave };
    expect(errorOf(await visitor.post("/Ingreso.aspx", stale))).toBe(errors.stale);
    const { body } = await sandbox.control("GET", "/portals/banco_d/log");
    expect(body).toMatchObject({ logins: 0, failed_logins: 0 });
  });
});
