import { Shell } from "./shell.tsx";

/** For what does not exist for this person, and what does not exist at all: identical to the byte. */
export function MissingPage() {
  return (
    <Shell title="No encontramos esta página">
      <h1>No encontramos esta página</h1>
      <p class="lead">
        Puede que la dirección esté incompleta, o que no tengas acceso a lo que muestra.
      </p>
      <a class="button" href="/dashboard">
        Ir a tus organizaciones
      </a>
    </Shell>
  );
}

export function RefusedForm() {
  return (
    <Shell title="No recibimos el formulario">
      <h1>No recibimos el formulario</h1>
      <p class="lead">
        Llegó desde otra página, es de una sesión que terminó, o estuvo abierto más de una hora. No
        cambiamos nada: vuelve, carga la página de nuevo y envíalo otra vez.
      </p>
      <a class="button" href="/dashboard">
        Ir a tus organizaciones
      </a>
    </Shell>
  );
}

/** A form sent twice whose act and number are one transaction: nothing happened again. */
export function UsedForm({ back }: { back: string }) {
  return (
    <Shell title="Ya se hizo">
      <h1>Ya se hizo</h1>
      <p class="lead">Enviaste este formulario antes, y una vez basta: no lo repetimos.</p>
      <a class="button" href={back}>
        Ver cómo quedó
      </a>
    </Shell>
  );
}

/** A form sent twice whose act came after its number: it may be running, or have failed. */
export function ReceivedForm({ back }: { back: string }) {
  return (
    <Shell title="Ya lo habíamos recibido">
      <h1>Ya lo habíamos recibido</h1>
      <p class="lead">
        Enviaste este formulario antes y no lo repetimos. Mira si quedó hecho: si no está, carga la
        página de nuevo y envíalo otra vez.
      </p>
      <a class="button" href={back}>
        Ver cómo quedó
      </a>
    </Shell>
  );
}

/** The same for callers that build no markup. */
export const missingPage = () => <MissingPage />;
