import { html } from "hono/html";
import { expect, test } from "vitest";
import * as manifests from "#lib/connectors/manifests.ts";
import { ProgressPage } from "./progress-page.tsx";
import { progressOf, stepsOf } from "./progress.ts";

type Link = Parameters<typeof ProgressPage>[0]["link"];

function linkOf(system: Link["system"], step: string | null): Link {
  return {
    kind: "verifying",
    progress: { status: "running", step, claims: 1 },
    linkId: "cs_1",
    organizationId: "org_1",
    organizationName: "Contadora Ñ",
    plan: "pro",
    system,
    mode: "crear",
    alcances: [],
    acts: false,
    company: null,
    connectionId: null,
    volverA: "https://app.example/listo",
    expiresAt: new Date("2026-08-20T14:00:00Z"),
    accessUntil: null,
    attemptsLeft: 1,
  };
}

const asked = linkOf(manifests.bancoE, "aprobando");

test("the page says that a portal waits for the person's device, only while it waits", async () => {
  const said = "Banco E espera que apruebes el ingreso en tu dispositivo";
  expect(progressOf(asked)).toMatchObject({ current: 3 });
  expect(stepsOf(asked)[3]).toContain("Apruebas el ingreso en tu dispositivo");
  const shown = async (link: Link) => String(await html`${ProgressPage({ token: "t", link })}`);
  expect(await shown(asked)).toContain(said);
  for (const step of [null, "opening", "entrando", "verificando"]) {
    expect(await shown(linkOf(manifests.bancoE, step))).not.toContain(said);
    expect(await shown(linkOf(manifests.bancoA, step))).not.toContain("dispositivo");
  }
});

test("each step follows the previous one, with or without an approval in between", () => {
  for (const system of [manifests.bancoA, manifests.bancoE]) {
    const places = ["opening", "entrando", null].map(
      (step) => progressOf(linkOf(system, step)).current,
    );
    expect(places).toEqual([2, 2, stepsOf({ system }).length - 1]);
  }
});
