import { html } from "hono/html";
import { describe, expect, test } from "vitest";
import { lazyConnectors } from "#lib/tools/lazy-connectors.ts";
import type { LinkField } from "#lib/links/index.ts";
import { Field } from "./field.tsx";

const manifests = lazyConnectors.map(({ manifest }) => manifest);

const fieldOf = (system: string, name: string): LinkField => {
  const found = manifests.find(({ id }) => id === system);
  const field = found?.credentialFields.find((one) => one.name === name);
  if (field === undefined) throw new TypeError(`${system} asks for no ${name}`);
  return field;
};

async function shown(field: LinkField, problem: "required" | null = null): Promise<string> {
  return String(await html`${Field({ field, value: "", problem, focused: false })}`);
}

describe("a field of the link page", () => {
  test.each([
    ["tributario", "empresa", "Escribe el RUT de la empresa."],
    ["tributario", "clave", "Escribe la clave tributaria."],
    ["facturacion", "apiKey", "Escribe la clave de API del sistema de facturación."],
  ])("%s: a missing %s is named in the message", async (system, name, text) => {
    expect(await shown(fieldOf(system, name), "required")).toContain(`>${text}</p>`);
  });

  test("names what it asks for in correct grammar, for every system", () => {
    const fields = manifests.flatMap(({ credentialFields }) => credentialFields);
    expect(fields.length).toBeGreaterThan(20);
    for (const { label } of fields) expect(label).toMatch(/^(?:RUT|Clave) /);
  });

  test("shows how to write a RUT before a mistake is made", async () => {
    expect(await shown(fieldOf("banco_a", "rut"))).toMatch(
      /aria-describedby="campo-rut-hint campo-rut-error".*id="campo-rut-hint">[^<]*12\.345\.678-5/s,
    );
    expect(await shown(fieldOf("banco_a", "clave"))).not.toContain("12.345");
  });

  test("lets the browser fill in the portal's login, but no other secret", async () => {
    for (const [name, kept] of [
      ["rut", "username"],
      ["clave", "current-password"],
      ["empresa", "off"],
      ["claveCertificado", "off"],
    ] as const) {
      expect(await shown(fieldOf("tributario", name))).toContain(`autocomplete="${kept}"`);
    }
    expect(await shown(fieldOf("facturacion", "apiKey"))).toContain('autocomplete="off"');
  });

  test("says so if it is optional", async () => {
    expect(await shown(fieldOf("tributario", "claveCertificado"))).toContain("(opcional)");
    expect(await shown(fieldOf("tributario", "clave"))).not.toContain("opcional");
  });
});
