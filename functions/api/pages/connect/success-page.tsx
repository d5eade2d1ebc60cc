import type { LinkFacts } from "#lib/links/index.ts";
import { BackLink } from "./back-link.tsx";
import { CompanyBox } from "./company-box.tsx";
import { Shell } from "./shell.tsx";

function whatItMayDo({ system, acts }: LinkFacts): string {
  if (system.autorizacion !== undefined) {
    return "ya puede usar la cuenta para lo que autorizaste. Puedes quitar el permiso cuando quieras, en tu proveedor.";
  }
  const does = acts ? "leer y emitir" : "leer";
  return `ya puede ${does} lo que autorizaste. Cerramos la sesión que abrimos, así que puedes volver a entrar al portal.`;
}

export function SuccessPage({ link }: { link: LinkFacts }) {
  const { system, organizationName: organization } = link;
  return (
    <Shell title={`${system.name} quedó conectado`}>
      <div class="seal">
        <svg width="28" height="28" viewBox="0 0 28 28" fill="none" aria-hidden="true">
          <path
            d="M7 14.5l4.8 4.8L21.5 9"
            stroke="currentColor"
            stroke-width="2.6"
            stroke-linecap="round"
            stroke-linejoin="round"
          />
        </svg>
      </div>
      <h1>Listo: {system.name} quedó conectado</h1>
      <p class="lead">
        <strong>{organization}</strong> {whatItMayDo(link)}
      </p>
      {link.company !== null && <CompanyBox company={link.company} />}
      <BackLink link={link} state="conectado" main />
    </Shell>
  );
}
