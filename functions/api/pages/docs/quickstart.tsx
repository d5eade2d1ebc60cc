import { AppError } from "#lib/kernel/errors/index.ts";
import type { Tool } from "#lib/contract/index.ts";
import { exampleCall, exampleMeta, exampleRequestId } from "#lib/tools/documents/index.ts";
import { errorEnvelope } from "#lib/tools/execute/index.ts";
import { CodeBlock, pretty } from "./code-block.tsx";

/** From nothing to a first answer, and how to read it. */
export function Quickstart({ tool, baseUrl }: { tool: Tool; baseUrl: string }) {
  return (
    <>
      <section id="inicio" aria-labelledby="inicio-titulo">
        <h2 id="inicio-titulo">Primeros pasos</h2>
        <ol class="steps">
          <li>
            Consigue una API key: la crea un dueño o administrador de la organización, con los
            permisos que necesites, y se muestra una sola vez.
            <CodeBlock label="Guardar la clave" text="export CONNECT_API_KEY=connect_sk_…" />
          </li>
          <li>
            Llama a una herramienta. Siempre es un <code>POST</code> a su ruta, con la entrada
            dentro de <code>input</code>, aunque no lleve campos.
            <CodeBlock label="Primera llamada" text={exampleCall(tool, baseUrl)} />
          </li>
          <li>
            Lee el resultado en <code>data</code>, o decide por <code>error.code</code> si la
            llamada fue rechazada.
          </li>
        </ol>
      </section>
      <section id="respuestas" aria-labelledby="respuestas-titulo">
        <h2 id="respuestas-titulo">Respuestas</h2>
        <p>
          Toda respuesta trae <code>meta.request_id</code>, también en el encabezado{" "}
          <code>x-request-id</code>: identifica la llamada en el registro de auditoría. Guárdalo.
        </p>
        <div class="pair">
          <div>
            <h3>Resultó</h3>
            <CodeBlock label="Respuesta exitosa" text={pretty(success(tool))} />
          </div>
          <div>
            <h3>Fue rechazada</h3>
            <CodeBlock label="Respuesta de error" text={pretty(refusal(tool))} />
          </div>
        </div>
      </section>
    </>
  );
}

function success(tool: Tool): unknown {
  const meta = exampleMeta({
    operation_request_id: "0b6f9d5e-2c1a-4a7e-8f43-9d1b7c5e2a60",
    tool_id: tool.id,
    plane: "action",
  });
  return { data: tool.example.output, meta };
}

function refusal(tool: Tool): unknown {
  const details = { required: [`${tool.connector}:read`] };
  return errorEnvelope(new AppError("scope_not_granted", { details }), {
    request_id: exampleRequestId(),
    tool_id: tool.id,
    plane: "action",
    latency_ms: 3,
    audit_status: "recorded",
  });
}
