import { expect, test } from "vitest";
import { shapedStatement } from "./shaped-statement.ts";

test("a name identifies its shape, even one that the database would truncate", () => {
  const named = (shape: string[]) => shapedStatement("records.page", shape, "select 1").name;
  expect(named(["d", "account"])).toBe("records.page-d-account");
  const long = ["d", "account", "from", "before", "accounts", "match", "totals_numeroCuenta_type"];
  const names = [long, [...long, "withdrawn"], [...long, "after"]].map(named);
  expect(new Set(names).size).toBe(3);
  for (const name of names) expect(name.length).toBeLessThanOrEqual(63);
});
