import { expect, test } from "vitest";
import { SessionEnded } from "#lib/contract/index.ts";
import { savedAnswer } from "../fixtures/load.ts";
import { companyData } from "./api.ts";

test("an answer about another company is a mismatch, also in the middle of reading", () => {
  const answer = savedAnswer("balances");
  expect(companyData(answer, "76555835-2")).toBe(answer.datos);
  expect(() => companyData(answer, "76177907-9")).toThrow("connection_identity_mismatch");
  const { rutEmpresa: _none, ...nobodys } = answer;
  expect(() => companyData(nobodys, "76555835-2")).toThrow("upstream_unexpected_response");
});

test("an ended session is told apart from an unknown refusal", () => {
  const ended = savedAnswer("session-ended");
  expect(() => companyData(ended, "76555835-2")).toThrow(SessionEnded);
  const refused = { ...ended, codigo: "30" };
  expect(() => companyData(refused, "76555835-2")).toThrow("upstream_unexpected_response");
});
