import type { Child } from "hono/jsx";
import { Brand, icon, Mark } from "../../pages/brand.tsx";
import { scriptPath, stylePath } from "../frame/assets.ts";
import { signOutPath, type Nav } from "../frame/page-request.ts";

interface ShellProps {
  title: string;
  nav?: Nav | null;
  children?: Child;
}

/** Every page of the dashboard, and of signing in. */
export function Shell({ title, nav = null, children }: ShellProps) {
  return (
    <html lang="es-CL">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Connect`}</title>
        <link rel="icon" type="image/svg+xml" href={icon} />
        <link rel="stylesheet" href={stylePath} />
        <script src={scriptPath} defer></script>
      </head>
      <body class={nav === null ? "" : "inside"}>
        <a class="skip" href="#contenido">
          Ir al contenido
        </a>
        {nav === null ? <Brand /> : <Bar nav={nav} />}
        <main id="contenido">{children}</main>
      </body>
    </html>
  );
}

function Bar({ nav: { organization, person, signOutSeal } }: { nav: Nav }) {
  return (
    <header class="bar">
      <a class="home" href="/dashboard" aria-label="Connect: tus organizaciones">
        <Mark />
        <span>Connect</span>
      </a>
      <nav aria-label="Principal">
        {organization !== null && (
          <a class="here" href={`/dashboard/${organization.id}`}>
            {organization.name}
          </a>
        )}
        <a href="/dashboard/cuenta">{person.name === "" ? "Tu cuenta" : person.name}</a>
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
