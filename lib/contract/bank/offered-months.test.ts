import { expect, test } from "vitest";
import { eachAccount } from "./readings.ts";
import { notOffered, offersMonth } from "./offered-months.ts";

const unexpected = expect.objectContaining({ code: "upstream_unexpected_response" });

test("a month is offered or not, in the form's own format", () => {
  expect(offersMonth(["2026-11", "2026-10"], "2026-10")).toBe(true);
  expect(offersMonth(["2026-11", "2026-10"], "2024-10")).toBe(false);
  expect(offersMonth(["112026", "102026"], "102024")).toBe(false);
});

test.each([
  ["nothing", []],
  ["months that are written otherwise", ["nov-2026", "oct-2026"]],
  ["something that is no month among them", ["2026-11", "2026-10", "Otro"]],
])("a form that offers %s is another form", (_what, choices) => {
  expect(() => offersMonth(choices, "2026-10")).toThrow(unexpected);
});

test("a month that is not offered is cut for every account, and has no rows", async () => {
  const accounts = [{ numeroCuenta: "1" }, { numeroCuenta: "2" }];
  const { months, ...read } = await eachAccount(accounts, async () => notOffered);
  expect(months.flatMap(({ rows }) => rows)).toEqual([]);
  expect(read).toEqual({
    incompletos: 0,
    completo: false,
    completoPorCuenta: { "1": false, "2": false },
    cortadas: ["1", "2"],
  });
});
