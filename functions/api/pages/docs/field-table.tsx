import type { Field } from "#lib/tools/documents/index.ts";
import { limitsText, typeText } from "./field-words.ts";
import type { Words } from "./words/words.ts";

interface FieldTableProps {
  words: Words;
  caption: string;
  fields: Field[];
  /** Answers always have all their fields, so only input fields are marked as required. */
  marksRequired: boolean;
}

export function FieldTable({ words, caption, fields, marksRequired }: FieldTableProps) {
  return (
    <table class="stack" aria-label={caption}>
      <thead>
        <tr>
          <th scope="col">{words.heads.field}</th>
          <th scope="col">{words.heads.meaning}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr>
            <th scope="row">
              <code>{field.path}</code>
              <span class="type">{typeText(words, field)}</span>
              {marksRequired && field.required ? <span class="must">{words.required}</span> : null}
            </th>
            <td>
              {field.description === null ? null : <p lang="es">{field.description}</p>}
              <Notes words={words} field={field} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Notes({ words, field }: { words: Words; field: Field }) {
  const { defaultValue, values } = field;
  const limits = limitsText(words, field);
  return (
    <div class="values">
      {values.length === 0 ? null : (
        <p>
          {words.values}:{" "}
          {values.map((value, index) => (
            <>
              {index === 0 ? "" : ", "}
              <code>{value}</code>
            </>
          ))}
        </p>
      )}
      {limits === "" ? null : (
        <p>
          {words.limits}: {limits}.
        </p>
      )}
      {defaultValue === undefined ? null : (
        <p>
          {words.fallback}: <code>{JSON.stringify(defaultValue)}</code>
        </p>
      )}
    </div>
  );
}
