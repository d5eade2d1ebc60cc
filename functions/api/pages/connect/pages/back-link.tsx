import {
  returnUrlOf,
  type FoundLink,
  type LinkFacts,
  type LinkFailure,
  type ReturnState,
} from "#lib/links/index.ts";

interface BackLinkProps {
  link: Pick<LinkFacts, "volverA" | "linkId">;
  state: ReturnState;
  /** Used where the page has no better button. */
  main?: boolean;
}

/** Leads back to the site that sent the person, with the outcome. */
export function BackLink({ link: { volverA, linkId }, state, main = false }: BackLinkProps) {
  if (volverA === null) return main ? <p>Ya puedes cerrar esta página.</p> : null;
  const back = (
    <a
      {...(main && { class: "button" })}
      href={returnUrlOf(volverA, linkId, state)}
      rel="noopener noreferrer"
    >
      Volver a {new URL(volverA).host}
    </a>
  );
  return main ? back : <p class="foot">{back}</p>;
}

/** What that site is told about a link that accepts nothing now. */
export function endOf(
  kind: Exclude<FoundLink["kind"], "unknown" | "open" | "verifying">,
): ReturnState {
  switch (kind) {
    case "used":
      return "usado";
    case "expired":
      return "vencido";
    case "exhausted":
      return "agotado";
    case "annulled":
      return "cancelado";
    case "unavailable":
      return "en_pausa";
  }
}

/** The same for an open link: nothing was tried, or the outcome of the last try. */
export function openEndOf(failure: LinkFailure | null): ReturnState {
  switch (failure) {
    case null:
      return "cancelado";
    case "cuenta_bloqueada":
      return "bloqueado";
    case "ingreso_en_pausa":
      return "en_pausa";
    case "clave_rechazada":
    case "empresa_no_ofrecida":
    case "otra_empresa":
    case "portal_ocupado":
    case "aprobacion_pendiente":
    case "portal_caido":
    case "variante_no_soportada":
    case "permiso_no_concedido":
    case "error":
      return "error";
  }
}
