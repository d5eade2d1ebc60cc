import { bankManifest, type Manifest } from "#lib/contract/index.ts";

// What every system is, as data: available before any of its tools is loaded.

export const bancoA = bankManifest("banco_a", ["saldos", "movimientos"]);

export const bancoB = bankManifest("banco_b", [
  { id: "transferencias", label: "Transferencias", currentPeriodOnly: false },
  { id: "nominas", label: "Nóminas", currentPeriodOnly: false },
  "saldos",
  "movimientos",
]);

/** The bank issues a month's statements up to this day of the next month. */
export const statementsDay = 5;

export const bancoC = bankManifest(
  "banco_c",
  [
    "saldos",
    "movimientos",
    { id: "cartolas", label: "Cartolas", currentPeriodOnly: false, closingDay: statementsDay },
    { id: "movimientos_tarjetas", label: "Movimientos de tarjetas", currentPeriodOnly: false },
  ],
  "Clave de acceso, de 8 dígitos",
);

export const bancoD = bankManifest("banco_d", [
  "saldos",
  {
    id: "movimientos",
    label: "Movimientos",
    currentPeriodOnly: false,
    // A correction and what it corrects are both stored as movements; only one of them counts.
    dataset: "banco_d.movimientos_vigentes",
  },
]);

export const bancoE: Manifest = {
  ...bankManifest("banco_e", ["saldos", "movimientos"]),
  approval: true,
};

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
  singleSession: true,
  alcances: [
    { id: "rcv", label: "Registro de compras y ventas", currentPeriodOnly: false },
    {
      id: "boletas",
      label: "Boletas de honorarios",
      currentPeriodOnly: false,
      servedBy: ["empresa"],
    },
    { id: "dte", label: "Documentos emitidos", currentPeriodOnly: false },
    {
      id: "honorarios",
      label: "Emitir boletas de honorarios",
      currentPeriodOnly: false,
      servedBy: ["empresa"],
      syncable: false,
    },
    { id: "carpeta", label: "Carpeta tributaria", currentPeriodOnly: false, syncable: false },
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

/** A month's contributions are declared and paid up to this day of the next month. */
export const closingDay = 14;

export const previsional: Manifest = {
  id: "previsional",
  name: "Autoridad previsional",
  kind: "pension_authority",
  needsConnection: true,
  singleSession: true,
  alcances: [
    {
      id: "nominas",
      label: "Nóminas de cotizaciones",
      currentPeriodOnly: false,
      closingDay,
    },
    {
      id: "planillas",
      label: "Planillas por institución",
      currentPeriodOnly: false,
      closingDay,
    },
  ],
  credentialFields: [
    { name: "rut", label: "RUT de la persona que ingresa", secret: false, input: "rut" },
    { name: "clave", label: "Clave del portal previsional", secret: true, input: "password" },
    { name: "empresa", label: "RUT de la empresa", secret: false, input: "rut" },
  ],
};

/** A mailbox. The person allows its uses at the provider, module by module. */
export const correo: Manifest = {
  id: "correo",
  name: "Cuenta de correo",
  kind: "mail",
  needsConnection: true,
  autorizacion: "oauth",
  alcances: [
    {
      id: "leer",
      label: "Leer y buscar correos",
      currentPeriodOnly: false,
      syncable: false,
      permiso: "buzon.leer",
    },
    {
      id: "enviar",
      label: "Enviar correos desde la cuenta",
      currentPeriodOnly: false,
      syncable: false,
      permiso: "buzon.redactar",
    },
  ],
  credentialFields: [
    { name: "empresa", label: "RUT de la empresa de la cuenta", secret: false, input: "rut" },
  ],
};

/** A company's own invoicing system, with an API key of its account. */
export const facturacion: Manifest = {
  id: "facturacion",
  name: "Sistema de facturación",
  kind: "invoicing",
  needsConnection: true,
  alcances: [
    { id: "documentos", label: "Documentos emitidos y recibidos", currentPeriodOnly: false },
    { id: "folios", label: "Folios y certificado", currentPeriodOnly: true },
    { id: "emision", label: "Emitir documentos", currentPeriodOnly: false, syncable: false },
  ],
  credentialFields: [
    {
      name: "apiKey",
      label: "Clave de API del sistema de facturación",
      secret: true,
      input: "password",
    },
    { name: "empresa", label: "RUT de la empresa", secret: false, input: "rut" },
  ],
};

/** A system that needs no connection: every organization may call it. */
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
