import type { AppError } from "#lib/kernel/errors/index.ts";
import { errorText } from "../../texts/errors.ts";
import { Contact } from "./parts.tsx";
import { Shell } from "./shell.tsx";

interface ErrorPageProps {
  error: AppError;
  requestId: string;
  contact: string;
}

/** Never a cause, nor another system's text: support asks for the request id. */
export function ErrorPage({ error, requestId, contact }: ErrorPageProps) {
  const { title, advice } = errorText(error);
  return (
    <Shell title={title}>
      <h1>{title}</h1>
      <p class="lead">{advice}</p>
      <a class="button" href="/dashboard">
        Ir a tus organizaciones
      </a>
      <p class="foot">
        Si se repite, escribe a <Contact contact={contact} /> con este identificador:{" "}
        <code class="id">{requestId}</code>
      </p>
    </Shell>
  );
}
