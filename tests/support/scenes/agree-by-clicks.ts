import { expect } from "vitest";
import type { Agree } from "../agents/agent-client.ts";
import { hiddenOf, type Visitor } from "./visitor.ts";

/** A signed-in person allows what was requested, including scopes that act if told to. */
export function agreeByClicks(browser: Visitor, acts: () => boolean): Agree {
  return async (at) => {
    const { location } = await browser.get(at.pathname + at.search);
    const page = await browser.get(location ?? "");
    const offered = [...page.text.matchAll(/name="permiso" value="([^"]+)"/g)];
    const scopes = offered.map(([, scope = ""]) => scope);
    const done = await browser.post("/consent", {
      ...hiddenOf(page.text, "/consent"),
      decision: "permitir",
      conexiones: "todas",
      permiso: scopes.filter((scope) => acts() || scope.endsWith(":read")),
    });
    expect(done.status, done.text).toBe(303);
    return new URL(done.location ?? "");
  };
}
