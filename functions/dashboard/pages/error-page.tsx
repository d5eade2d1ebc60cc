import type { AppError } from "#lib/kernel/errors/index.ts";
import { errorText } from "../texts/errors.ts";
import { Shell } from "./shell.tsx";

/** Never a cause, nor another system's text: support asks for the request id. */
export function ErrorPage({ error, requestId }: { error: AppError; requestId: string }) {
  const { title, advice } = errorText(error);
  return (
    <Shell title={title}>
      <h1>{title}</h1>
      <p class="lead">{advice}</p>
      <p class="foot">
        Si se repite, escríbenos con este identificador: <code class="id">{requestId}</code>
      </p>
    </Shell>
  );
}
