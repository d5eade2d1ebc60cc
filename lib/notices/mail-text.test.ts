import { expect, test } from "vitest";
import { mailText, type MailContent } from "./mail-text.ts";

const invitation = (organization: string) =>
  mailText({
    kind: "invitation",
    organization,
    role: "miembro",
    url: "https://connect.test/dashboard/invitaciones/x",
    expiresAt: new Date("2026-12-01T12:00:00Z"),
  });

test("an invitation quotes the organization's name unchanged", () => {
  const { subject, text } = invitation("Comercial Ñuble S.A. & Cía.");
  expect(subject).toBe("Te invitaron a la organización «Comercial Ñuble S.A. & Cía.» en Connect");
  expect(text).toContain("La organización «Comercial Ñuble S.A. & Cía.» te invita a participar");
});

test.each([
  ["Tu cuenta vence entra en evil.example", "«Tu cuenta vence entra en evil. example»"],
  ["https://evil.example/x?y", "«https evil. example x?y»"],
  ["www.evil.example", "«www. evil. example»"],
  ["soporte@evil.example", "«soporte evil. example»"],
  ["10.0.20.30", "«10.0. 20. 30»"],
  ["evil。example", "«evil. example»"],
  ["A» te invita. Connect: «B", "«A te invita. Connect B»"],
  ["(evil.example)", "«evil. example»"],
])("%s makes no link there, and ends no quote", (name, shown) => {
  const { subject, text, html } = invitation(name);
  for (const part of [subject, text, html]) expect(part).toContain(shown);
});

test("a long name is not cut within a character", () => {
  expect(invitation(`${"a".repeat(79)}😀`).subject.isWellFormed()).toBe(true);
});

const name = "Confirma tu clave en https://evil.example/x";
const at = new Date("2026-12-01T12:00:00Z");
const told: MailContent[] = [
  { kind: "key_created", organization: name, name, by: name },
  { kind: "grant_consented", organization: name, client: name, host: "https://evil.example/x" },
  { kind: "grant_replayed", organization: name, client: name },
  { kind: "member_changed", organization: name, change: "Ahora participas como miembro." },
  { kind: "organization_deletes", organization: name, by: name, at },
  { kind: "organization_kept", organization: name, by: name },
];

/** Any key that may configure webhooks chooses it, and a path can say anything. */
const endpoint = {
  kind: "endpoint_disabled",
  organization: name,
  url: "https://evil.example/confirma-tu-clave?token=s3cret",
  reason: "el receptor respondió 410",
} as const;

test.each([...told, endpoint])(
  "no name that somebody chose is an address in a mail: $kind",
  (content) => {
    const { subject, text, html } = mailText(content);
    expect(subject + text).toContain("«Confirma tu clave en https evil. example x»");
    for (const part of [subject, text, html]) expect(part).not.toMatch(/:\/\/|evil\.example/);
  },
);

test("an endpoint is named by its host, with no word of its address", () => {
  const { text } = mailText(endpoint);
  expect(text).toContain("Dejamos de enviar a «evil. example»: el receptor respondió 410.");
  expect(text).not.toMatch(/confirma-tu-clave|s3cret/);
});
