import { createHash } from "node:crypto";
import { html } from "hono/html";
import { expect, test } from "vitest";
import type { Fecha } from "#lib/chile/index.ts";
import { ConsentBox } from "./consent-box.tsx";
import type { ConsentFacts } from "./consent-facts.ts";
import { shownConsent } from "./shown-consent.ts";

/**
 * A hash of all words of each version. Changed words get a new row under the day of the change; a row that has been
 * used never changes.
 */
const versions: Readonly<Record<string, string>> = {
  "2026-11-23": "704214663a87e2ee6cf3a324621d9cc7abb93a08a83a4848a56e73a249a42744",
  "2026-11-26": "39e4819c34b44e2c92b21d7b98d8a42ce23f4c35b9949af0ff3cf41b3bb25a5a",
  "2026-11-26.2": "45b1e88c7947a691980ced1edd689e8e6483b6186a0694c1233912645af50f00",
};

const lastDay = "2026-12-31" as Fecha;
const logins = { first: 0, perDay: 0, lateDays: 0, perLateDay: 0 };

const plain: ConsentFacts = {
  organization: "ORGANIZACION",
  responsible: {
    legalName: "RESPONSABLE",
    contact: "CONTACTO",
    privacyUrl: "https://privacidad.test",
    termsUrl: "https://condiciones.test",
  },
  system: "SISTEMA",
  reads: ["LECTURA"],
  issues: true,
  acts: ["ACTO"],
  logins,
  singleSession: true,
  approval: true,
  accessUntil: null,
  byPermission: false,
};

/** One of each sentence that a page can say. */
const shown: readonly ConsentFacts[] = [
  plain,
  { ...plain, logins: { ...logins, first: 1, perDay: 1 } },
  { ...plain, logins: { first: 2, perDay: 2, lateDays: 5, perLateDay: 4 } },
  { ...plain, accessUntil: lastDay },
  { ...plain, byPermission: true },
  { ...plain, byPermission: true, logins: { ...logins, first: 1, perDay: 1 } },
  { ...plain, byPermission: true, accessUntil: lastDay },
];

const pageOf = async (facts: ConsentFacts) => String(await html`${ConsentBox({ facts })}`);

/** Markup does not count. */
const wordsOf = (page: string) => page.replaceAll(/<[^>]*>/g, "\n").replaceAll(/\s+/g, " ");

test("changing what a person agrees to requires a new version", async () => {
  const pages = await Promise.all(shown.map(pageOf));
  const hash = createHash("sha256").update(pages.map(wordsOf).join("\n")).digest("hex");
  expect(versions).toHaveProperty([shownConsent(plain).version], hash);
});
