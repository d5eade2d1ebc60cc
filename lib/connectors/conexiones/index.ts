import { defineConnector } from "#lib/contract/index.ts";
import { conexiones as manifest } from "../manifests.ts";
import { enlaceAnular } from "./tools/enlace-anular.ts";
import { enlaceCrear } from "./tools/enlace-crear.ts";
import { enlacesListar } from "./tools/enlaces-listar.ts";
import { estadoConsultar } from "./tools/estado-consultar.ts";
import { exportacionCrear } from "./tools/exportacion-crear.ts";
import { movimientosConsultar } from "./tools/movimientos-consultar.ts";
import { saldosConsultar } from "./tools/saldos-consultar.ts";
import { sistemasListar } from "./tools/sistemas-listar.ts";

export const conexiones = defineConnector(manifest, [
  enlaceAnular,
  enlaceCrear,
  enlacesListar,
  estadoConsultar,
  exportacionCrear,
  movimientosConsultar,
  saldosConsultar,
  sistemasListar,
]);
