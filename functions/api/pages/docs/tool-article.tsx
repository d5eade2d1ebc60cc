import { answerableCodes, groupByStatus } from "#lib/tools/answerable-codes.ts";
import type { Tool } from "#lib/contract/index.ts";
import { exampleCall, fieldsOf, jsonSchemaOf } from "#lib/tools/documents/index.ts";
import { requiredScopes } from "#lib/tools/execute/index.ts";
import { CodeBlock, pretty } from "./code-block.tsx";
import { FieldTable } from "./field-table.tsx";
import { effectWords } from "./words.ts";

export function ToolArticle({ tool, baseUrl }: { tool: Tool; baseUrl: string }) {
  const input = fieldsOf(jsonSchemaOf(tool.input, "input"));
  const output = fieldsOf(jsonSchemaOf(tool.output, "output"));
  return (
    <article class="tool" id={tool.id} aria-labelledby={`${tool.id}--titulo`}>
      <div class="about">
        <h4 id={`${tool.id}--titulo`}>{tool.title}</h4>
        <code class="id">{tool.id}</code>
        <Marks tool={tool} />
        <p>{tool.description}</p>
        <h5>Entrada</h5>
        {input.length === 0 ? (
          <p>
            Sin campos: envía <code>{'{"input": {}}'}</code>.
          </p>
        ) : (
          <FieldTable caption={`Entrada de ${tool.id}`} fields={input} marksRequired />
        )}
        <details>
          <summary>Campos de la respuesta</summary>
          <FieldTable caption={`Respuesta de ${tool.id}`} fields={output} marksRequired={false} />
        </details>
        <Codes tool={tool} />
      </div>
      <div class="example">
        <h5>Llamada</h5>
        <CodeBlock label={`Llamada a ${tool.id}`} text={exampleCall(tool, baseUrl)} />
        <h5>Respuesta (data)</h5>
        <CodeBlock label={`Respuesta de ${tool.id}`} text={pretty(tool.example.output)} />
      </div>
    </article>
  );
}

function Marks({ tool }: { tool: Tool }) {
  const effect = effectWords[tool.effect];
  return (
    <ul class="marks">
      <li class={`mark ${effect.tone}`}>{effect.word}</li>
      {tool.needsConnection ? <li class="mark note">Requiere conexión</li> : null}
      {tool.effect === "destructive" ? <li class="mark bad">Requiere Idempotency-Key</li> : null}
      {tool.alcance === null ? null : <li class="mark">Alcance: {tool.alcance}</li>}
      <li class="mark">Permiso: {requiredScopes(tool).join(", ")}</li>
    </ul>
  );
}

function Codes({ tool }: { tool: Tool }) {
  const codes = answerableCodes(tool);
  return (
    <details>
      <summary>Códigos de error que puede responder ({codes.length})</summary>
      <dl class="codes">
        {[...groupByStatus(codes)].map(([status, group]) => (
          <>
            <dt>{status}</dt>
            <dd>
              {group.map((code) => (
                <a href={`#error-${code}`}>
                  <code>{code}</code>
                </a>
              ))}
            </dd>
          </>
        ))}
      </dl>
    </details>
  );
}
