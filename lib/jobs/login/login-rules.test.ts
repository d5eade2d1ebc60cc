import { describe, expect, test } from "vitest";
import type { LoginOutcomeKind } from "#lib/contract/index.ts";
import { mayLogIn, type CountedLogin, type LoginHistory } from "./login-rules.ts";

const noon = Date.parse("2026-11-20T12:00:00.000Z");
const hour = 3_600_000;
type Word = LoginOutcomeKind | null;

/** One login each hour before noon, newest first; the own secret's last one is given separately. */
function after(outcomes: Word[], own: Word | "never" = "never"): LoginHistory {
  const logins = outcomes.map((outcome, place): CountedLogin => ({
    outcome,
    at: new Date(noon - (place + 1) * hour),
  }));
  return {
    newest: logins.slice(0, 2),
    own: own === "never" ? null : { outcome: own, at: new Date(noon - hour) },
    blocked: logins.find(({ outcome }) => outcome === "blocked") ?? null,
  };
}

const ask = (history: LoginHistory, { typed = false, hoursLater = 0 } = {}) =>
  mayLogIn(history, { now: new Date(noon + hoursLater * hour), typed });
const tomorrow = new Date(noon + 23 * hour);
const spent = { kind: "closed", motivo: "intentos_agotados", hasta: tomorrow };
const blocked = { kind: "closed", motivo: "cuenta_bloqueada", hasta: tomorrow };

describe("who may log in", () => {
  const open: [string, LoginHistory][] = [
    ["nobody has tried", after([])],
    ["one was refused", after(["rejected"])],
    ["one of the last two was good", after(["unknown", "ok", "rejected", "rejected"])],
    ["another company was open to it", after(["rejected", "company_not_offered", "rejected"])],
    ["two were refused, and the own last was good", after(["rejected", "rejected"], "ok")],
  ];
  test.each(open)("%s: any secret", (_, history) => {
    expect(ask(history)).toEqual({ kind: "open" });
    expect(ask(history, { typed: true })).toEqual({ kind: "open" });
  });

  test.each([["rejected"], ["unknown"], [null]] as [Word][])(
    "two in a row, the last one %s: another secret once, a day later",
    (last) => {
      for (const typed of [false, true]) {
        expect(ask(after([last, "rejected"]), { typed })).toEqual(spent);
        expect(ask(after([last, null], "unknown"), { typed })).toEqual(spent);
        expect(ask(after([last, "rejected"]), { typed, hoursLater: 23 })).toEqual({ kind: "open" });
      }
      expect(ask(after([last, "rejected"]), { hoursLater: 22.9 })).toEqual(spent);
    },
  );

  test("blocked: nobody for a day, whatever worked before", () => {
    for (const typed of [false, true]) {
      expect(ask(after(["blocked"], "ok"), { typed })).toEqual(blocked);
      expect(ask(after(["blocked"], "ok"), { typed, hoursLater: 23 })).toEqual({ kind: "open" });
    }
  });

  test("a rejected secret is never tried automatically; a person's new try counts", () => {
    const once = after(["rejected"], "rejected");
    expect(ask(once)).toEqual({ kind: "refused" });
    expect(ask(once, { hoursLater: 1_000 })).toEqual({ kind: "refused" });
    expect(ask(once, { typed: true })).toEqual({ kind: "open" });
    expect(ask(after(["rejected", "rejected"], "rejected"), { typed: true })).toEqual(spent);
  });
});
