import type { LinkFacts } from "#lib/links/index.ts";
import { BackLink } from "./back-link.tsx";
import { CompanyBox } from "./company-box.tsx";
import type { ConsentFacts } from "./consent-facts.ts";
import { Shell } from "./shell.tsx";

function whatItMayDo({ system, acts }: LinkFacts, facts: ConsentFacts): string {
  if (system.autorizacion !== undefined) {
    return "ya puede usar la cuenta para lo que autorizaste. También puedes quitar el permiso en tu proveedor.";
  }
  const does = acts ? "leer y emitir" : "leer";
  return `ya puede ${does} lo que autorizaste. Cerramos la sesión que abrimos${afterwards(system, facts)}`;
}

/** The first readings begin at once, and while they last they may close the person's own session. */
function afterwards(
  { name, approval }: LinkFacts["system"],
  { logins: { first }, singleSession }: ConsentFacts,
): string {
  if (first === 0 || !singleSession) return ", así que puedes volver a entrar al portal.";
  const times = first === 1 ? "otra vez" : `${first} veces más`;
  const approve = ` Si ${name} te pide aprobarlo en tu dispositivo, apruébalo.`;
  return `. Enseguida entramos ${times} a traer los datos: espera unos minutos antes de volver a entrar al portal.${approval === true ? approve : ""}`;
}

interface SuccessProps {
  link: LinkFacts;
  facts: ConsentFacts;
  /** Where the person can end the access; null in a browser that did not connect it. */
  cutUrl: string | null;
}

export function SuccessPage({ link, facts, cutUrl }: SuccessProps) {
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
        <strong>{organization}</strong> {whatItMayDo(link, facts)}
      </p>
      {link.company !== null && <CompanyBox company={link.company} />}
      <section class="box">
        <h2>Para cortarlo cuando quieras</h2>
        {cutUrl === null ? (
          <p class="hint">
            La dirección para cortar el acceso se mostró en el navegador con que se conectó. Sin
            ella, pide a {organization} que olvide la clave.
          </p>
        ) : (
          <>
            <p class="hint">
              Guarda esta dirección: no volvemos a mostrarla. Sirve solo para cortar este acceso, y
              quien la tenga puede hacerlo.
            </p>
            <p class="address">
              <a href={cutUrl} rel="noopener noreferrer">
                {cutUrl}
              </a>
            </p>
          </>
        )}
      </section>
      <BackLink link={link} state="conectado" main />
    </Shell>
  );
}
