import { expect, test } from "vitest";
import { SessionEnded } from "../driver/driver.ts";
import { onlyCompany, openedCompany, ownPage, wantedCompany } from "./companies.ts";
import { enterPortal } from "./enter-portal.ts";

const rut = "76555835-2";
const other = "76177907-9";
const company = { rut, razonSocial: "Importadora Ñuble & Cía. Ltda." };
const unexpected = expect.objectContaining({ code: "upstream_unexpected_response" });
const mismatch = expect.objectContaining({ code: "connection_identity_mismatch" });

function formThat(answers: "inside" | "rejected" | "blocked" | "busy" | "unknown") {
  const steps: string[] = [];
  const step = (name: string) => async () => void steps.push(name);
  const form = {
    open: step("open"),
    fill: step("fill"),
    send: step("send"),
    answer: async () => answers,
  };
  const enter = () =>
    enterPortal({ onSend: step("told") }, form, {
      inside: () => ({ kind: "ok", company }),
    });
  return { steps, enter };
}

test("a session may be open from right before the form is sent", async () => {
  const { steps, enter } = formThat("inside");
  expect(await enter()).toEqual({ kind: "ok", company });
  expect(steps).toEqual(["open", "fill", "told", "send"]);
});

test.each(["rejected", "blocked", "busy", "unknown"] as const)(
  "a portal that answers %s gets no further requests",
  async (kind) => expect(await formThat(kind).enter()).toEqual({ kind }),
);

test("the connection's company comes before the credential's, and never simply the first one", () => {
  expect(wantedCompany({ companyRut: rut, credential: { empresa: other } })).toBe(rut);
  expect(wantedCompany({ companyRut: null, credential: { empresa: other } })).toBe(other);
  expect(wantedCompany({ companyRut: null, credential: {} })).toBeNull();
});

test("the first page decides which company is open", () => {
  expect(openedCompany({ asksToLogIn: false, company }, rut)).toEqual({ kind: "ok", company });
  expect(openedCompany({ asksToLogIn: true, company: null }, rut)).toEqual({ kind: "busy" });
  expect(() => openedCompany({ asksToLogIn: false, company: null }, rut)).toThrow(unexpected);
  expect(() => openedCompany({ asksToLogIn: false, company }, other)).toThrow(mismatch);
  expect(() => openedCompany({ asksToLogIn: false, company }, null)).toThrow(mismatch);
});

test("a login with one company opens that one and no other", () => {
  expect(onlyCompany(company, null)).toEqual({ kind: "ok", company });
  expect(onlyCompany(company, "76.555.835-2")).toEqual({ kind: "ok", company });
  expect(onlyCompany(company, other)).toEqual({ kind: "company_not_offered" });
  expect(() => onlyCompany(null, rut)).toThrow(unexpected);
});

test("a page is read only in an open session, and only for the company that it names", () => {
  const page = { asksToLogIn: false, titular: "76.555.835-2" };
  expect(() => ownPage(page, rut)).not.toThrow();
  expect(() => ownPage({ ...page, asksToLogIn: true }, rut)).toThrow(SessionEnded);
  expect(() => ownPage({ ...page, titular: null }, rut)).toThrow(unexpected);
  expect(() => ownPage({ ...page, titular: "" }, rut)).toThrow(mismatch);
  expect(() => ownPage(page, other)).toThrow(mismatch);
  expect(() => ownPage({ ...page, titular: "(x)" }, rut, () => rut)).not.toThrow();
});
