/** Tools that the contract names and nobody has built yet: found as such, and answered with 501. */
export interface PlannedTool {
  id: string;
  connector: string;
  title: string;
  summary: string;
}

const planned: Readonly<Record<string, readonly [title: string, summary: string]>> = {
  "tributario.honorarios.previsualizar": [
    "Previsualizar una boleta de honorarios",
    "Prepara la emisión de una boleta de honorarios, sin emitirla.",
  ],
  "tributario.honorarios.solicitar": [
    "Solicitar una boleta de honorarios",
    "Pide la emisión de una boleta de honorarios por un servicio profesional.",
  ],
  "tributario.honorarios.consultar": [
    "Consultar solicitudes de boletas de honorarios",
    "Responde en qué está cada emisión pedida de una boleta de honorarios.",
  ],
  "tributario.honorarios.reconciliar": [
    "Reconciliar una boleta de honorarios",
    "Busca en el portal qué pasó con una emisión de honorarios de resultado desconocido.",
  ],
  "tributario.honorarios_anulacion.previsualizar": [
    "Previsualizar la anulación de una boleta de honorarios",
    "Prepara la anulación de una boleta de honorarios emitida, sin pedirla.",
  ],
  "tributario.honorarios_anulacion.solicitar": [
    "Solicitar la anulación de una boleta de honorarios",
    "Anula una boleta de honorarios, o pide al receptor que la confirme.",
  ],
  "tributario.honorarios_documento.obtener": [
    "Obtener el PDF de una boleta de honorarios",
    "Entrega el documento PDF de una boleta de honorarios emitida.",
  ],
  "tributario.carpeta.solicitar": [
    "Solicitar la carpeta tributaria",
    "Genera la carpeta tributaria de la empresa para un banco u otra institución.",
  ],
  "tributario.carpeta.consultar": [
    "Consultar las carpetas tributarias",
    "Responde las carpetas tributarias generadas y hasta cuándo se pueden consultar.",
  ],
  "tributario.carpeta.cerrar": [
    "Revocar una carpeta tributaria",
    "Termina antes de tiempo el acceso del destinatario a una carpeta tributaria.",
  ],
  "tributario.carpeta_documento.obtener": [
    "Obtener el PDF de la carpeta tributaria",
    "Entrega el documento PDF de una carpeta tributaria.",
  ],
  "tributario.carpeta_destinatario.configurar": [
    "Configurar el destinatario de la carpeta tributaria",
    "Propone a quién se puede enviar la carpeta tributaria; lo confirma una persona.",
  ],
  "previsional.conexion.sincronizar": [
    "Sincronizar las cotizaciones previsionales",
    "Trae del portal previsional las nóminas de cotizaciones de un mes.",
  ],
  "previsional.conexion.verificar": [
    "Verificar la credencial previsional",
    "Prueba con un ingreso real la clave del portal previsional.",
  ],
  "previsional.nominas.consultar": [
    "Consultar nóminas de cotizaciones",
    "Responde las planillas de cotizaciones previsionales de los trabajadores: AFP, salud, cesantía.",
  ],
  "previsional.nomina_cotizaciones.consultar": [
    "Consultar cotizaciones por trabajador",
    "Responde las cotizaciones previsionales de cada trabajador: pensión, AFP, isapre, fonasa.",
  ],
  "previsional.planillas.consultar": [
    "Consultar planillas por institución",
    "Responde lo declarado y pagado a cada institución previsional: AFP, salud, mutual, caja.",
  ],
  "facturacion.conexion.sincronizar": [
    "Sincronizar el sistema de facturación",
    "Trae los documentos y folios del sistema de facturación.",
  ],
  "facturacion.conexion.verificar": [
    "Verificar la clave del sistema de facturación",
    "Prueba la clave de API del sistema de facturación.",
  ],
  "facturacion.documentos.consultar": [
    "Consultar documentos del sistema de facturación",
    "Responde los documentos del sistema de facturación con su estado en la autoridad.",
  ],
  "facturacion.folios.consultar": [
    "Consultar folios",
    "Responde los rangos de folios autorizados (CAF) y cuántos quedan.",
  ],
  "facturacion.documento.previsualizar": [
    "Previsualizar un documento del sistema de facturación",
    "Prepara un documento en el sistema de facturación, sin emitirlo.",
  ],
  "facturacion.documento.emitir": [
    "Emitir un documento del sistema de facturación",
    "Emite el documento preparado en el sistema de facturación.",
  ],
  "facturacion.nota_credito.previsualizar": [
    "Previsualizar una nota de crédito del sistema de facturación",
    "Prepara una nota de crédito en el sistema de facturación, sin emitirla.",
  ],
  "facturacion.nota_credito.emitir": [
    "Emitir una nota de crédito del sistema de facturación",
    "Emite la nota de crédito preparada en el sistema de facturación.",
  ],
  "correo.correo.enviar": [
    "Enviar un correo",
    "Envía un correo electrónico (email) desde la cuenta conectada, una sola vez.",
  ],
  "correo.correos.buscar": [
    "Buscar correos",
    "Busca mensajes en la casilla de correo electrónico (inbox) conectada.",
  ],
  "correo.correo.obtener": [
    "Leer un correo",
    "Entrega un mensaje de correo electrónico de la casilla conectada.",
  ],
};

export const plannedTools: readonly PlannedTool[] = Object.entries(planned).map(
  ([id, [title, summary]]) => ({ id, connector: id.slice(0, id.indexOf(".")), title, summary }),
);

export function plannedTool(id: string): PlannedTool | null {
  return plannedTools.find((tool) => tool.id === id) ?? null;
}
