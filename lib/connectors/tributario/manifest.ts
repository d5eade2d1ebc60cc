import type { Manifest } from "#lib/contract/index.ts";

export const manifest: Manifest = {
  id: "tributario",
  name: "Autoridad tributaria",
  kind: "tax_authority",
  needsConnection: true,
  alcances: [
    { id: "rcv", label: "Registro de compras y ventas", currentPeriodOnly: false },
    { id: "boletas", label: "Boletas de honorarios", currentPeriodOnly: false },
    { id: "dte", label: "Documentos emitidos", currentPeriodOnly: false },
  ],
  credentialFields: [
    { name: "rut", label: "RUT de la persona que ingresa", secret: false, input: "rut" },
    { name: "clave", label: "Clave tributaria", secret: true, input: "password" },
    { name: "empresa", label: "RUT de la empresa", secret: false, input: "rut" },
    {
      name: "claveCertificado",
      label: "Clave del certificado digital (solo para emitir)",
      secret: true,
      input: "password",
      optional: true,
    },
  ],
};
