import { useContext, type Child } from "hono/jsx";
import { Brand, Mark } from "../../../pages/brand.tsx";
import { WholePage } from "../../../pages/whole-page.tsx";
import { scriptPath, stylePath } from "./assets.ts";
import { FormsOfPage } from "../../request/form-state.ts";
import { signOutPath, type Nav } from "../../request/page-request.ts";
import type { Section } from "../../request/sections.ts";
import { plainText } from "../../texts/words.ts";

interface ShellProps {
  title: string;
  nav?: Nav | null;
  children?: Child;
}

/** The frame of every page of the dashboard, including sign-in. */
export function Shell({ title, nav = null, children }: ShellProps) {
  const { why, filled } = useContext(FormsOfPage);
  // A screen reader reads the title first: without this, a refused form sounds like the page before.
  const refused = filled !== null && why === undefined ? "Error: " : "";
  return (
    <WholePage
      title={`${refused}${plainText(title)}`}
      kind={bodyClass(nav)}
      head={
        <>
          <link rel="stylesheet" href={stylePath} />
          <script src={scriptPath} defer></script>
        </>
      }
    >
      <div class="first">
        <a class="skip" href="#contenido">
          Ir al contenido
        </a>
      </div>
      {nav === null ? <Brand /> : <Bar nav={nav} />}
      {hasSections(nav) && <Sections sections={nav?.organization?.sections ?? []} />}
      <main id="contenido">
        {why === "old" && <OldForm />}
        {why === "signed_in_again" && <SignedInAgain />}
        {children}
      </main>
    </WholePage>
  );
}

/** Shown above the form, which keeps what was typed. */
function OldForm() {
  return (
    <div class="note" role="alert" tabindex={-1}>
      <p>
        No cambiamos nada: esta página es de antes de que volvieras a entrar, o estuvo abierta más
        de una hora. Revisa lo que escribiste y envíalo otra vez.
      </p>
    </div>
  );
}

/** The form looks as it was left, so people would think that it was carried out. */
function SignedInAgain() {
  return (
    <div class="note calm" role="alert" tabindex={-1}>
      <p>
        Ya sabemos que eres tú. Todavía no hicimos nada: revisa el formulario, que quedó como lo
        dejaste, y envíalo otra vez.
      </p>
    </div>
  );
}

function hasSections(nav: Nav | null): boolean {
  return (nav?.organization?.sections.length ?? 0) > 0;
}

function bodyClass(nav: Nav | null): string {
  if (nav === null) return "";
  return hasSections(nav) ? "inside wide" : "inside";
}

/**
 * After the content on a phone, with a link to it: the content comes first. The style's `reading-flow` takes the Tab
 * key along; what is out of the flow would come last there, so the link to the content is in an element that is not.
 */
function Sections({ sections }: { sections: readonly Section[] }) {
  return (
    <nav id="secciones" class="sections" aria-label="Secciones">
      <ul>
        {sections.map(({ href, label, isCurrent }) => (
          <li>
            <a href={href} {...(isCurrent && { "aria-current": "page" })}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Bar({ nav }: { nav: Nav }) {
  const { organization, person, signOutSeal } = nav;
  return (
    <header class="bar">
      <a class="home" href="/dashboard" aria-label="Connect: tus organizaciones">
        <Mark />
        <span>Connect</span>
      </a>
      <nav aria-label="Principal">
        {organization !== null && (
          <span class="here">
            <a href={`/dashboard/${organization.id}`}>{plainText(organization.name)}</a>
            <a class="others" href="/dashboard?todas" aria-label="Cambiar de organización">
              Cambiar
            </a>
          </span>
        )}
        {hasSections(nav) && (
          <a class="to-sections" href="#secciones">
            Secciones
          </a>
        )}
        <a href="/dashboard/cuenta">{person.name === "" ? "Tu cuenta" : plainText(person.name)}</a>
        <form method="post" action={signOutPath}>
          <input type="hidden" name="sello" value={signOutSeal} />
          <button type="submit" class="quiet">
            Cerrar sesión
          </button>
        </form>
      </nav>
    </header>
  );
}
