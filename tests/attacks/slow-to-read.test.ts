import { describe, expect, test } from "vitest";
import { browserBench, page } from "#lib/browser/testing/browser-bench.ts";
import { asksToLogIn, PortalPages } from "#lib/connectors/tributario/driver/portal-pages.ts";
import { assignedIn } from "#lib/connectors/tributario/parse/page-script.ts";
import { hasForm } from "#lib/contract/index.ts";

/*
 * A portal may write a text of which a pattern reads everything again from each of its characters. The
 * worker's process answers nobody meanwhile, and no deadline interrupts it.
 */

const { site, session } = browserBench();
/** Read once each, all of them take a few milliseconds; read again and again, minutes. */
const limitMs = 2_000;

async function msOf(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

describe("a portal's answer is read in time, whatever is in it:", () => {
  const login = `<p>Ingresa</p><form method="post" name="autenticacion">`;

  test.each(["<form", "<form ", "<form a=", "<", "form", `name="autenticacion"`])(
    "megabytes of %j",
    async (part) => {
      const text = part.repeat(Math.ceil(1_500_000 / part.length));
      expect(await msOf(() => expect(asksToLogIn(text)).toBe(false))).toBeLessThan(limitMs);
      expect(await msOf(() => expect(asksToLogIn(text + login)).toBe(true))).toBeLessThan(limitMs);
    },
  );

  test("a form with the attribute is told from others", () => {
    expect(hasForm(`<form class="a"\n id="acceso">`, 'id="acceso"')).toBe(true);
    expect(hasForm(`<form class="a"><p id="acceso">`, 'id="acceso"')).toBe(false);
  });

  test.each(["\n", " ", "\t\n ", "a['b'] = 'c", "a['b'] = '\\n"])(
    "a script of %j without end",
    async (part) => {
      const text = part.repeat(Math.ceil(150_000 / part.length));
      const read = () => assignedIn(`${text}x\n  a['k'] = 'fin';`, "a").get("k");
      expect(await msOf(() => expect(read()).toBe("fin"))).toBeLessThan(limitMs);
    },
  );

  test("a name of digits without end", async () => {
    const portal = await site({ "/ingreso": page("") });
    const pages = new PortalPages(await session(portal.url), portal.url);
    await pages.start();
    const shown = (name: string) =>
      pages.inside(`<table class="contribuyente"><tr><td>${name}</td></tr></table>`);
    await shown("Comercial Los Boldos SpA, RUT 76.177.907-9 ");
    for (const digits of ["1", ".", "1-1"]) {
      const refused = () =>
        expect(shown(digits.repeat(200_000))).rejects.toMatchObject({
          code: "upstream_unexpected_response",
        });
      expect(await msOf(refused)).toBeLessThan(limitMs);
    }
  });
});
