import { documentErrors, type ErrorWords } from "./document-errors.ts";
import type { AppError, ErrorCode } from "#lib/kernel/errors/index.ts";
import { counted } from "./words.ts";

export interface ErrorText {
  title: string;
  /** What to do next. */
  advice: string;
}

const texts: Record<ErrorCode, ErrorWords> = {
  validation_error: [
    "Falta corregir algo",
    "Un campo no tiene la forma que esperamos. Vuelve, revísalo y envíalo otra vez.",
  ],
  malformed_request: [
    "No pudimos leer el formulario",
    "Vuelve, carga la página de nuevo y envíalo otra vez.",
  ],
  unsupported_media_type: [
    "No pudimos leer el formulario",
    "Vuelve, carga la página de nuevo y envíalo desde ahí.",
  ],
  payload_too_large: [
    "El formulario es demasiado grande",
    "Acorta lo que escribiste y envíalo otra vez.",
  ],
  idempotency_key_missing: [
    "Falta un identificador",
    "Carga la página de nuevo y envía el formulario otra vez.",
  ],
  idempotency_conflict: [
    "Ese identificador ya se usó",
    "Carga la página de nuevo antes de enviar otra vez.",
  ],
  idempotency_in_progress: [
    "Todavía se está haciendo",
    "Espera unos segundos y carga la página de nuevo.",
  ],
  tool_not_found: [
    "No encontramos esta función",
    "Tu organización no la tiene habilitada, o la dirección está incompleta.",
  ],
  unauthorized: ["Tienes que entrar", "Entra con tu correo y contraseña, y vuelve a intentarlo."],
  forbidden: [
    "No puedes hacer esto",
    "Tu rol no alcanza, o ya no existe lo que querías cambiar. Un dueño o administrador de la organización puede ayudarte.",
  ],
  scope_not_granted: ["Falta un permiso", "Pide a un dueño o administrador que lo agregue."],
  connection_ambiguous: ["Hay varias conexiones", "Elige con cuál de ellas quieres seguir."],
  connection_busy: [
    "La conexión está ocupada",
    "Otra lectura la está usando. Espera un minuto y prueba otra vez.",
  ],
  connection_disabled: [
    "La conexión está deshabilitada",
    "Habilítala en «Conexiones» antes de seguir.",
  ],
  connection_scope_not_enabled: [
    "La conexión no lo permite",
    "Un dueño o administrador puede habilitar ese permiso en la conexión.",
  ],
  connection_credential_required: [
    "Falta la clave del portal",
    "Crea un enlace en «Conexiones» para que alguien de la empresa la entregue.",
  ],
  connection_identity_mismatch: [
    "El portal respondió por otra empresa",
    "Revisa con qué clave se conectó. El RUT de una conexión no cambia: bórrala y crea otra.",
  ],
  connected_account_required: [
    "Falta una cuenta conectada",
    "Conéctala en «Conexiones» y vuelve a intentarlo.",
  ],
  connection_session_pending: [
    "El portal espera una aprobación",
    "Alguien de la empresa tiene que aprobar el ingreso en su dispositivo.",
  ],
  connection_sync_in_progress: [
    "Ese periodo ya se está leyendo",
    "Espera a que termine: el resultado aparece en «Sincronizaciones».",
  ],
  connector_onboarding_required: [
    "Falta preparar el sistema",
    "La empresa tiene que completar su alta en ese sistema antes de conectarlo.",
  ],
  too_many_pending: [
    "Ya hay muchas cosas en espera",
    "Espera a que terminen algunas, o cancela las que no necesites.",
  ],
  sync_job_not_found: [
    "No encontramos esa sincronización",
    "Puede que el enlace esté incompleto. Búscala en «Sincronizaciones».",
  ],
  alcance_not_enabled: [
    "La conexión no incluye ese módulo",
    "Un dueño o administrador puede agregarlo en la conexión.",
  ],
  alcance_scheme_unsupported: [
    "Ese módulo no se puede leer así",
    "La forma en que se conectó la empresa no lo permite. Conéctala con su propia clave.",
  ],
  connector_variant_unsupported: [
    "Todavía no leemos esta variante",
    "El portal atiende a esta empresa de otra manera. Escríbenos para agregarla.",
  ],
  rate_limited: ["Demasiado seguido", "Espera un momento y vuelve a intentarlo."],
  quota_exceeded: [
    "Se acabaron las llamadas del mes",
    "Esta conexión usó las de su plan. Vuelven el primer día del mes; otro plan trae las suyas desde entonces.",
  ],
  feature_not_in_plan: [
    "Tu plan no lo incluye",
    "Un dueño de la organización puede cambiar el plan.",
  ],
  billing_past_due: [
    "Hay un pago pendiente",
    "Un dueño tiene que regularizarlo. Lo ya leído se puede seguir consultando.",
  ],
  subscription_required: [
    "La organización no tiene un plan activo",
    "Un dueño tiene que elegir uno. Lo ya leído se puede seguir consultando.",
  ],
  connector_plan_limit: [
    "Se usó todo el plan de la empresa en ese sistema",
    "Amplíalo con ese proveedor y vuelve a intentarlo.",
  ],
  upstream_error: [
    "El portal falló",
    "No fue tu culpa ni se perdió nada. Prueba otra vez en unos minutos.",
  ],
  upstream_unexpected_response: [
    "El portal respondió algo que no conocemos",
    "Puede que haya cambiado. Lo revisamos: prueba más tarde.",
  ],
  timeout: ["Tomó demasiado tiempo", "Prueba otra vez en unos minutos."],
  webhook_endpoint_not_found: [
    "No encontramos ese webhook",
    "Puede que alguien lo haya borrado. Mira la lista en «Webhooks».",
  ],
  webhook_delivery_not_found: [
    "No encontramos esa entrega",
    "Puede que el enlace esté incompleto. Búscala en «Entregas».",
  ],
  invalid_webhook_url: [
    "No podemos enviar a esa dirección",
    "Tiene que ser https, y alcanzable desde internet.",
  ],
  service_unavailable: [
    "No podemos atenderte en este momento",
    "El problema es nuestro. Vuelve a intentarlo en unos minutos.",
  ],
  output_contract_error: [
    "Detuvimos una respuesta mal formada",
    "El problema es nuestro y ya quedó anotado. Prueba más tarde.",
  ],
  handler_error: [
    "Algo falló de nuestro lado",
    "Ya quedó anotado. Prueba otra vez en unos minutos.",
  ],
  internal_error: [
    "Algo falló de nuestro lado",
    "Ya quedó anotado. Prueba otra vez en unos minutos.",
  ],
  not_implemented: ["Todavía no existe", "Es parte de lo que viene. Escríbenos si la necesitas."],
  ...documentErrors,
};

/** Our text for each code of the catalogue; rate limits also name the wait. */
export function errorText({ code, details }: Pick<AppError, "code" | "details">): ErrorText {
  const [title, advice] = texts[code];
  const wait = details?.["retryAfterSeconds"];
  if (code !== "rate_limited" || typeof wait !== "number") return { title, advice };
  return { title, advice: `Espera ${counted(wait, "segundo", "segundos")} y vuelve a intentarlo.` };
}
