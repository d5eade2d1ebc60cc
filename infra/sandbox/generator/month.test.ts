import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { accountsOf } from "./accounts.ts";
import { movePeriod, periodOf, santiagoDay } from "./calendar.ts";
import { mainCompany } from "./companies.ts";
import { closingOf, monthOf, openingOf } from "./month.ts";
import { plainWording } from "./wording.ts";

const accounts = accountsOf("banco_a", mainCompany, ["CLP", "CLP", "USD"]);
const counts = (period: string) => accounts.map((account) => monthOf(account, period).length);
const lastTwoYears = Array.from({ length: 25 }, (_, index) => movePeriod("2026-11", -index));

describe("the generated months", () => {
  test("are the same in another process, in another zone", () => {
    const script = `
      const { accountsOf } = await import("./infra/sandbox/generator/accounts.ts");
      const { monthOf } = await import("./infra/sandbox/generator/month.ts");
      const { createHash } = await import("node:crypto");
      const months = accountsOf("banco_a", "${mainCompany}", ["CLP", "CLP", "USD"])
        .map((account) => monthOf(account, "2026-10"));
      console.log(createHash("sha256").update(JSON.stringify(months)).digest("hex"));`;
    const elsewhere = execFileSync(
      process.execPath,
      ["--import", "tsx", "--input-type=module", "-e", script],
      { env: { ...process.env, TZ: "Asia/Tokyo", LANG: "ja_JP" }, encoding: "utf8" },
    );
    const here = JSON.stringify(accounts.map((account) => monthOf(account, "2026-10")));
    expect(elsewhere.trim()).toBe(createHash("sha256").update(here).digest("hex"));
  });

  test("differ by system and by company", () => {
    const [other] = accountsOf("banco_b", mainCompany, ["CLP", "CLP", "USD"]);
    const [stranger] = accountsOf("banco_a", "77879240-0", ["CLP", "CLP", "USD"]);
    const [own] = accounts;
    if (!own || !other || !stranger) throw new Error("three accounts each");
    expect(monthOf(other, "2026-10")).not.toEqual(monthOf(own, "2026-10"));
    expect(monthOf(stranger, "2026-10")).not.toEqual(monthOf(own, "2026-10"));
  });

  test("have the documented sizes: 1,000 exactly, none, one, 40 and 3,000 in all", () => {
    expect(counts("2026-09").slice(0, 2)).toEqual([1000, 0]);
    expect(counts("2026-08").slice(1)).toEqual([1000, 0]);
    expect(counts("2026-07")[1]).toBe(1);
    expect(counts("2026-02")).toEqual([40, 0, 0]);
    expect(counts("2025-12")).toEqual([2400, 500, 100]);
  });

  test("stay between 40 and 3,000 movements a company", () => {
    const sizes = lastTwoYears.map((period) => counts(period).reduce((a, b) => a + b, 0));
    expect(sizes).toHaveLength(25);
    expect(Math.min(...sizes)).toBe(40);
    expect(Math.max(...sizes)).toBe(3000);
  });

  test("carry the balance from each month into the next", () => {
    const months = lastTwoYears.flatMap((period) =>
      accounts.map((account) => {
        const change = monthOf(account, period).reduce(
          (sum, { direction, amount }) => sum + (direction === "in" ? amount : -amount),
          0,
        );
        return [openingOf(account, period) + change, closingOf(account, period)];
      }),
    );
    expect(months).toHaveLength(75);
    for (const [reached, closing] of months) expect(reached).toBe(closing);
  });

  test("hold more than 1,000 rows on one day of December", () => {
    const december = monthOf(accounts[0] ?? never(), "2025-12");
    expect(december.filter(({ day }) => day === "2025-12-20").length).toBeGreaterThan(1000);
  });

  test("end within half an hour of the month's last midnight in Santiago", () => {
    const [row] = monthOf(accounts[0] ?? never(), "2026-10").slice(-1);
    expect(row?.day).toBe("2026-10-31");
    expect(row?.at.toISOString()).toBe("2026-11-01T02:34:00.000Z");
  });

  test("are in order, and every row is on its own day", () => {
    const rows = accounts.flatMap((account) => [monthOf(account, "2026-10")]);
    expect(rows.flat().length).toBeGreaterThan(100);
    for (const list of rows) {
      const times = list.map(({ at }) => at.getTime());
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }
    for (const { day, at } of rows.flat()) {
      expect(santiagoDay(at)).toBe(day);
      expect(periodOf(day)).toBe("2026-10");
    }
  });

  test("contain charges that nothing tells apart, some with the same running balance", () => {
    let balance = openingOf(accounts[0] ?? never(), "2026-10");
    const seen = monthOf(accounts[0] ?? never(), "2026-10").map((row) => {
      balance += row.direction === "in" ? row.amount : -row.amount;
      const plain = [row.day, plainWording(row), row.document, row.direction, row.amount];
      return { plain: plain.join("|"), withBalance: [...plain, balance].join("|") };
    });
    expect(new Set(seen.map(({ plain }) => plain)).size).toBeLessThan(seen.length);
    expect(new Set(seen.map(({ withBalance }) => withBalance)).size).toBeLessThan(seen.length);
  });

  test("write names with Ñ, Í and &, all of them Latin-1", () => {
    const text = accounts.flatMap((account) => monthOf(account, "2026-10").map(plainWording));
    const all = text.join("\n");
    for (const letter of ["ñ", "Í", "&"]) expect(all).toContain(letter);
    expect(Buffer.from(all, "latin1").toString("latin1")).toBe(all);
  });
});

function never(): never {
  throw new Error("no such account");
}
