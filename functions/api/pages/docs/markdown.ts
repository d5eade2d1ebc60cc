import type { Manifest, Tool } from "#lib/contract/index.ts";
import { callAsCurl } from "#lib/guides/index.ts";
import { errorEntry, type ErrorCode } from "#lib/kernel/errors/index.ts";
import { answerableCodes, toolsWithCode } from "#lib/tools/answerable-codes.ts";
import { exampleCall, fieldsOf, jsonSchemaOf, type Field } from "#lib/tools/documents/index.ts";
import { requiredScopes } from "#lib/tools/catalogue.ts";
import { pretty } from "./code-block.tsx";
import { limitsText, typeText } from "./field-words.ts";
import type { Site } from "./subject.ts";
import { pathOf } from "./subject.ts";
import { wordsOf } from "./words/words-of.ts";
import type { Words } from "./words/words.ts";

/** The pages as Markdown, for readers of plain text. Guides have their own. */

export function toolMarkdown({ locale }: Site, tool: Tool): string {
  const words = wordsOf(locale);
  const marks = [
    words.effects[tool.effect],
    ...(tool.needsConnection ? [words.marks.connection] : []),
    ...(tool.effect === "destructive" ? [words.marks.key] : []),
    ...(tool.alcance === null ? [] : [`${words.marks.module}: ${tool.alcance}`]),
    `${words.marks.scope}: ${requiredScopes(tool).join(", ")}`,
  ];
  const input = fieldsOf(jsonSchemaOf(tool.input, "input"));
  const output = fieldsOf(jsonSchemaOf(tool.output, "output"));
  return textOf([
    `# ${tool.title}`,
    `\`${tool.id}\` · ${marks.join(" · ")}`,
    tool.description,
    `## ${words.input}`,
    input.length === 0 ? words.noInput : fieldLines(words, input, true),
    `## ${words.call}`,
    fenced("sh", callAsCurl(exampleCall(tool))),
    `## ${words.answer}`,
    fenced("json", pretty(tool.example.output)),
    `## ${words.output}`,
    fieldLines(words, output, false),
    `## ${words.codesTitle}`,
    answerableCodes(tool)
      .map((code) => `\`${code}\``)
      .join(", "),
  ]);
}

export function systemMarkdown({ catalogue, locale }: Site, manifest: Manifest): string {
  const words = wordsOf(locale);
  const tools = catalogue.tools.filter((tool) => tool.connector === manifest.id);
  const need = manifest.needsConnection ? words.withConnection : words.withoutConnection;
  return textOf([
    `# ${manifest.name}`,
    `\`${manifest.id}\` · ${words.kinds[manifest.kind]} · ${need}`,
    tools
      .map(({ id, title, effect }) => {
        const path = `${pathOf(locale, { section: "tools", id })}.md`;
        return `- [${id}](${path}): ${title}. ${words.effects[effect]}.`;
      })
      .join("\n"),
  ]);
}

export function errorMarkdown({ catalogue, locale }: Site, code: ErrorCode): string {
  const words = wordsOf(locale);
  const { status, message, fix, retry, details } = errorEntry(code);
  const tools = toolsWithCode(catalogue, code);
  return textOf([
    `# ${code}`,
    message,
    fix,
    ...(details === undefined ? [] : [`\`details\`: ${details}`]),
    [
      `- ${words.error.status}: ${status}`,
      `- ${words.error.retry}: ${retry ? words.error.yes : words.error.no}`,
    ].join("\n"),
    `## ${words.error.tools}`,
    tools === "any" ? words.error.anyTool : tools.map(({ id }) => `- \`${id}\``).join("\n"),
  ]);
}

function fieldLines(words: Words, fields: readonly Field[], marksRequired: boolean): string {
  return fields
    .map((field) => {
      const limits = limitsText(words, field);
      const facts = [
        typeText(words, field),
        ...(marksRequired && field.required ? [words.required] : []),
        ...(limits === "" ? [] : [limits]),
        ...(field.values.length === 0 ? [] : [`${words.values}: ${field.values.join(", ")}`]),
      ];
      const said = field.description === null ? "" : `: ${field.description}`;
      return `- \`${field.path}\` (${facts.join("; ")})${said}`;
    })
    .join("\n");
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

function textOf(parts: readonly string[]): string {
  return `${parts.join("\n\n")}\n`;
}
