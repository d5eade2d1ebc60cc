import { html } from "hono/html";
import { expect, test } from "vitest";
import type { LinkFacts } from "#lib/links/index.ts";
import { consentFacts } from "./consent-facts.ts";
import { FormPage } from "./form-page.tsx";
import { SuccessPage } from "./success-page.tsx";

const read = { id: "rcv", label: "Registro de compras", onlyActs: false };
const acted = { id: "honorarios", label: "Emitir boletas de honorarios", onlyActs: true };

const responsible = {
  legalName: "Connect SpA",
  contact: "ayuda@connect.test",
  privacyUrl: "https://connect.test/privacidad",
  termsUrl: "https://connect.test/condiciones",
};

type Shown = Partial<Pick<Parameters<typeof FormPage>[0], "note" | "issues">>;

function linkOf(alcances: LinkFacts["alcances"]): LinkFacts {
  return {
    linkId: "cs_1",
    organizationId: "org_1",
    organizationName: "Contadora Ñ",
    system: {
      id: "tributario",
      name: "Autoridad tributaria",
      needsConnection: true,
      alcances: [],
      credentialFields: [],
    },
    mode: "crear",
    alcances,
    acts: alcances.some(({ onlyActs }) => onlyActs),
    company: null,
    connectionId: null,
    volverA: null,
    accessUntil: null,
    expiresAt: new Date("2026-08-20T14:00:00Z"),
    attemptsLeft: 2,
    plan: "pro",
  };
}

async function pageOf(alcances: LinkFacts["alcances"], shown: Shown = {}): Promise<string> {
  const link = linkOf(alcances);
  const facts = consentFacts(link, responsible);
  const props = { token: "t", link, facts, note: null, issues: [], values: {}, ...shown };
  return String(await html`${FormPage({ ...props, end: "cancelado" })}`);
}

/** The boxes of the page, each with its lines. */
async function boxesOf(alcances: LinkFacts["alcances"]): Promise<Record<string, string[]>> {
  const page = await pageOf(alcances);
  const boxes = page.matchAll(/<section class="box"><h2>([^<]+)<\/h2><ul[^>]*>(.*?)<\/ul>/gs);
  return Object.fromEntries(
    [...boxes].map(([, heading = "", lines = ""]) => [
      heading,
      [...lines.matchAll(/<li>(.*?)<\/li>/gs)].map(([, line = ""]) => line),
    ]),
  );
}

test("a module that only performs acts is asked for in the box of acts", async () => {
  const boxes = await boxesOf([read, acted]);
  expect(boxes["Qué podrá leer"]).toEqual([read.label]);
  expect(boxes["Qué podrá emitir"]).toEqual([expect.stringContaining("Documentos"), acted.label]);
});

test("a link that reads nothing has no box about reading", async () => {
  expect(Object.keys(await boxesOf([acted]))).toEqual(["Qué podrá emitir", "Qué pasa si aceptas"]);
});

test("an error is the first thing that a page says, also to a screen reader", async () => {
  const title = "<title>Conecta Autoridad tributaria con Contadora Ñ";
  const wrong = "<title>Error: Conecta";
  const note = { title: "No", lines: [], calm: false };
  expect(await pageOf([read])).toContain(title);
  expect(await pageOf([read], { note: { ...note, calm: true } })).toContain(title);
  expect(await pageOf([read], { note })).toContain(wrong);
  const issues = [{ field: "clave", problem: "required" }] as const;
  expect(await pageOf([read], { issues })).toContain(wrong);
});

test("the last page says that the first readings still occupy the portal, as the form did", async () => {
  const link = linkOf([read]);
  const textOf = async (first: number, singleSession: boolean) => {
    const facts = consentFacts(link, responsible);
    const shown = { ...facts, logins: { ...facts.logins, first }, singleSession };
    return String(await html`${SuccessPage({ link, facts: shown, cutUrl: null })}`);
  };
  const free = "así que puedes volver a entrar al portal";
  expect(await textOf(2, true)).toContain("Enseguida entramos 2 veces más a traer los datos");
  expect(await textOf(1, true)).toContain("Enseguida entramos otra vez a traer los datos");
  expect(await textOf(2, true)).not.toContain(free);
  const approve = "te pide aprobarlo en tu dispositivo";
  expect(await textOf(2, true)).not.toContain(approve);
  link.system = { ...link.system, approval: true };
  expect(await textOf(2, true)).toContain(approve);
  expect(await textOf(0, true)).toContain(free);
  expect(await textOf(2, false)).toContain(free);
});
