// Written by "npm run client:types" from the catalogue: change that, not this.
/* eslint-disable max-lines */

import type { BancoATools } from "./banco_a.ts";
import type { BancoBTools } from "./banco_b.ts";
import type { BancoCTools } from "./banco_c.ts";
import type { BancoDTools } from "./banco_d.ts";
import type { BancoETools } from "./banco_e.ts";
import type { BancoFTools } from "./banco_f.ts";
import type { ConexionesTools } from "./conexiones.ts";
import type { CorreoTools } from "./correo.ts";
import type { CoreTools } from "./core.ts";
import type { EchoTools } from "./echo.ts";
import type { FacturacionTools } from "./facturacion.ts";
import type { IndicadoresTools } from "./indicadores.ts";
import type { PrevisionalTools } from "./previsional.ts";
import type { TributarioTools } from "./tributario.ts";

/** Every tool by its id. */
export interface Tools
  extends
    BancoATools,
    BancoBTools,
    BancoCTools,
    BancoDTools,
    BancoETools,
    BancoFTools,
    ConexionesTools,
    CorreoTools,
    CoreTools,
    EchoTools,
    FacturacionTools,
    IndicadoresTools,
    PrevisionalTools,
    TributarioTools {}

/** The list in the output of a tool that answers page by page. */
export const pagedLists: Readonly<Record<string, string>> = {
  "banco_a.movimientos.consultar": "movimientos",
  "banco_a.saldos.consultar": "saldos",
  "banco_a.cuentas.consultar": "cuentas",
  "banco_b.movimientos.consultar": "movimientos",
  "banco_b.transferencias.consultar": "transferencias",
  "banco_b.nominas.consultar": "nominas",
  "banco_b.nomina_pagos.consultar": "nomina_pagos",
  "banco_b.saldos.consultar": "saldos",
  "banco_b.cuentas.consultar": "cuentas",
  "banco_c.movimientos.consultar": "movimientos",
  "banco_c.cartolas.consultar": "cartolas",
  "banco_c.movimientos_tarjetas.consultar": "movimientos_tarjetas",
  "banco_c.saldos.consultar": "saldos",
  "banco_c.cuentas.consultar": "cuentas",
  "banco_d.movimientos.consultar": "movimientos",
  "banco_d.saldos.consultar": "saldos",
  "banco_d.cuentas.consultar": "cuentas",
  "banco_e.movimientos.consultar": "movimientos",
  "banco_e.saldos.consultar": "saldos",
  "banco_e.cuentas.consultar": "cuentas",
  "banco_f.movimientos.consultar": "movimientos",
  "banco_f.saldos.consultar": "saldos",
  "banco_f.cuentas.consultar": "cuentas",
  "conexiones.enlaces.listar": "enlaces",
  "conexiones.estado.consultar": "conexiones",
  "conexiones.movimientos.consultar": "movimientos",
  "conexiones.saldos.consultar": "saldos",
  "correo.correos.buscar": "correos",
  "facturacion.documentos.consultar": "documentos",
  "facturacion.folios.consultar": "folios",
  "indicadores.serie.consultar": "valores",
  "previsional.nominas.consultar": "nominas",
  "previsional.nomina_cotizaciones.consultar": "cotizaciones",
  "previsional.planillas.consultar": "planillas",
  "tributario.rcv.consultar": "documentos",
  "tributario.rcv_resumen.consultar": "resumen",
  "tributario.boletas.consultar": "boletas",
  "tributario.dte.consultar": "documentos",
  "tributario.honorarios.consultar": "solicitudes",
  "tributario.carpeta.consultar": "solicitudes",
};
