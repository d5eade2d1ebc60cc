import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { SessionEnded } from "#lib/tools/define/index.ts";
import { savedAnswer } from "../fixtures/load.ts";
import { companyData } from "./api.ts";
import { fetchInPage } from "./fetch-in-page.ts";

test("an answer about another company is a mismatch, in the middle of reading too", () => {
  const answer = savedAnswer("balances");
  expect(companyData(answer, "76555835-2")).toBe(answer.datos);
  expect(() => companyData(answer, "76177907-9")).toThrow("connection_identity_mismatch");
  const { rutEmpresa: _none, ...nobodys } = answer;
  expect(() => companyData(nobodys, "76555835-2")).toThrow("upstream_unexpected_response");
});

test("an ended session is told apart from a refusal that nobody knows", () => {
  const ended = savedAnswer("session-ended");
  expect(() => companyData(ended, "76555835-2")).toThrow(SessionEnded);
  const refused = { ...ended, codigo: "30" };
  expect(() => companyData(refused, "76555835-2")).toThrow("upstream_unexpected_response");
});

test("an answer that never comes is late, and a portal that is gone is lost", async () => {
  const server = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  expect(await fetchInPage({ url, sent: null, limitMs: 50 })).toEqual({ kind: "late" });
  server.closeAllConnections();
  server.close();
  await once(server, "close");
  expect(await fetchInPage({ url, sent: null, limitMs: 5_000 })).toEqual({ kind: "lost" });
});
