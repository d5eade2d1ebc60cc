import type { FoundLink } from "#lib/links/index.ts";
import { BackLink } from "./back-link.tsx";
import { Shell } from "./shell.tsx";
import { progressOf, stepsOf } from "./progress.ts";

interface ProgressPageProps {
  token: string;
  link: Extract<FoundLink, { kind: "verifying" }>;
}

export function ProgressPage({ token, link }: ProgressPageProps) {
  const { current, message } = progressOf(link);
  const isAccount = link.system.autorizacion !== undefined;
  return (
    <Shell title={`Probando ${link.system.name}`} refreshSeconds={3}>
      <p class="kicker">Un momento</p>
      <h1>Estamos probando el acceso a {link.system.name}</h1>
      <p class="lead">
        {isAccount
          ? "Suele tardar unos segundos. Deja esta página abierta."
          : "Suele tardar menos de un minuto. Deja esta página abierta y no entres al portal mientras tanto."}
      </p>
      <ol
        class="steps"
        data-status={`/connect/${token}/status`}
        data-offline="Sin conexión con la página. Seguimos intentando."
      >
        {stepsOf(link).map((text, place) => (
          <li
            class={place < current ? "done" : place === current ? "now" : ""}
            {...(place === current && { "aria-current": "step" })}
          >
            <span class="tick" aria-hidden="true"></span>
            {text}
          </li>
        ))}
      </ol>
      <p class="live" id="vivo" role="status">
        {message}
      </p>
      <p class="hint">
        <a href={`/connect/${token}/progreso`}>Actualizar</a>
      </p>
      <BackLink link={link} state="en_pausa" />
    </Shell>
  );
}
