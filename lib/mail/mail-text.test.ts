import { expect, test } from "vitest";
import { mailText } from "./mail-text.ts";

const invitation = (organization: string) =>
  mailText({
    kind: "invitation",
    organization,
    role: "miembro",
    url: "https://connect.test/dashboard/invitaciones/x",
    expiresAt: new Date("2026-12-01T12:00:00Z"),
  });

test("an invitation quotes the organization's name, as it is", () => {
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
])("%s is no address there, and ends no quote", (name, shown) => {
  const { subject, text, html } = invitation(name);
  for (const part of [subject, text, html]) expect(part).toContain(shown);
});
