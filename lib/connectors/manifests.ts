import { bankManifest, type Manifest } from "#lib/contract/index.ts";

// What every system is, as data: known before any of its tools is loaded.

export const bancoA = bankManifest("banco_a", ["saldos", "movimientos"]);

export const bancoB = bankManifest("banco_b", [
  { id: "transferencias", label: "Transferencias", currentPeriodOnly: false },
  { id: "nominas", label: "Nóminas", currentPeriodOnly: false },
  "saldos",
  "movimientos",
]);

export const bancoC = bankManifest(
  "banco_c",
  [
    "saldos",
    "movimientos",
    { id: "cartolas", label: "Cartolas", currentPeriodOnly: false },
    { id: "movimientos_tarjetas", label: "Movimientos de tarjetas", currentPeriodOnly: false },
  ],
  "Clave de acceso, de 8 dígitos",
);

export const bancoD = bankManifest("banco_d", ["saldos", "movimientos"]);

export const bancoE = bankManifest("banco_e", ["saldos", "movimientos"]);

export const bancoF = bankManifest("banco_f", ["saldos", "movimientos"]);

export const conexiones = utility("conexiones", "Conexiones");
export const core = utility("core", "Núcleo");
export const echo = utility("echo", "Eco");
export const indicadores = utility("indicadores", "Indicadores económicos");

export const tributario: Manifest = {
  id: "tributario",
  name: "Autoridad tributaria",
  kind: "tax_authority",
  needsConnection: true,
  alcances: [
    { id: "rcv", label: "Registro de compras y ventas", currentPeriodOnly: false },
    {
      id: "boletas",
      label: "Boletas de honorarios",
      currentPeriodOnly: false,
      servedBy: ["empresa"],
    },
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

/** What needs no connection: every organization may call it. */
function utility(id: string, name: string): Manifest {
  return {
    id,
    name,
    kind: "utility",
    needsConnection: false,
    alcances: [],
    credentialFields: [],
  };
}
