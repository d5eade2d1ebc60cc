import type { Effect, Tool } from "#lib/contract/index.ts";
import { answerableCodes, groupByStatus } from "#lib/tools/answerable-codes.ts";
import { exampleCall, fieldsOf, jsonSchemaOf } from "#lib/tools/documents/index.ts";
import { requiredScopes } from "#lib/tools/catalogue.ts";
import { CodeBlock, pretty } from "./code-block.tsx";
import { CodeTabs } from "./code-tabs.tsx";
import { FieldTable } from "./field-table.tsx";
import { framed } from "./frame.tsx";
import type { Site } from "./subject.ts";
import { RichText } from "./rich-text.tsx";
import { pathOf } from "./subject.ts";
import { Trail } from "./trail.tsx";
import { wordsOf } from "./words/words-of.ts";
import type { Words } from "./words/words.ts";

const tones: Record<Effect, string> = {
  read: "good",
  live: "note",
  write: "note",
  destructive: "bad",
};

/** All that a caller of one tool needs to know. */
export function toolHtml(site: Site, tool: Tool): Promise<string> {
  const words = wordsOf(site.locale);
  const subject = { section: "tools", id: tool.id } as const;
  const output = fieldsOf(jsonSchemaOf(tool.output, "output"));
  return framed({
    site,
    subject,
    title: tool.title,
    description: tool.id,
    children: (
      <>
        <Trail site={site} subject={subject} up={{ section: "systems", id: tool.connector }} />
        <article class="tool">
          <div class="about">
            <h1 lang="es">{tool.title}</h1>
            <code class="id">{tool.id}</code>
            <Marks tool={tool} words={words} />
            <p lang="es">{tool.description}</p>
            <h2>{words.input}</h2>
            <Input site={site} tool={tool} />
            <h2>{words.output}</h2>
            <FieldTable
              words={words}
              caption={`${words.output}: ${tool.id}`}
              fields={output}
              marksRequired={false}
            />
            <Codes site={site} tool={tool} />
          </div>
          <div class="example">
            <CodeTabs call={exampleCall(tool)} place={0} label={words.call} />
            <h2>{words.answer}</h2>
            <CodeBlock label={words.answer} text={pretty(tool.example.output)} />
          </div>
        </article>
      </>
    ),
  });
}

function Input({ site, tool }: { site: Site; tool: Tool }) {
  const words = wordsOf(site.locale);
  const fields = fieldsOf(jsonSchemaOf(tool.input, "input"));
  if (fields.length === 0) {
    return (
      <p>
        <RichText text={words.noInput} locale={site.locale} />
      </p>
    );
  }
  const caption = `${words.input}: ${tool.id}`;
  return <FieldTable words={words} caption={caption} fields={fields} marksRequired />;
}

function Marks({ tool, words }: { tool: Tool; words: Words }) {
  const { connection, key, module, scope } = words.marks;
  return (
    <ul class="marks">
      <li class={`mark ${tones[tool.effect]}`}>{words.effects[tool.effect]}</li>
      {tool.needsConnection ? <li class="mark note">{connection}</li> : null}
      {tool.effect === "destructive" ? <li class="mark bad">{key}</li> : null}
      {tool.alcance === null ? null : (
        <li class="mark">
          {module}: {tool.alcance}
        </li>
      )}
      <li class="mark">
        {scope}: {requiredScopes(tool).join(", ")}
      </li>
    </ul>
  );
}

function Codes({ site, tool }: { site: Site; tool: Tool }) {
  const words = wordsOf(site.locale);
  const codes = answerableCodes(tool);
  return (
    <details>
      <summary>
        {words.codesTitle} ({codes.length})
      </summary>
      <dl class="codes">
        {[...groupByStatus(codes)].map(([status, group]) => (
          <>
            <dt>{status}</dt>
            <dd>
              {group.map((id) => (
                <a href={pathOf(site.locale, { section: "errors", id })}>
                  <code>{id}</code>
                </a>
              ))}
            </dd>
          </>
        ))}
      </dl>
    </details>
  );
}
