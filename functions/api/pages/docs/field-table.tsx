import type { Field } from "#lib/tools/documents/index.ts";
import { limitsText, typeText } from "./words.ts";

interface FieldTableProps {
  caption: string;
  fields: Field[];
  /** Answers always carry their fields, so only what is asked for marks what it needs. */
  marksRequired: boolean;
}

export function FieldTable({ caption, fields, marksRequired }: FieldTableProps) {
  return (
    <table class="stack" aria-label={caption}>
      <thead>
        <tr>
          <th scope="col">Campo</th>
          <th scope="col">Significado</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr>
            <th scope="row">
              <code>{field.path}</code>
              <span class="type">{typeText(field)}</span>
              {marksRequired && field.required ? <span class="must">obligatorio</span> : null}
            </th>
            <td>
              {field.description === null ? null : <p>{field.description}</p>}
              <Notes field={field} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Notes({ field }: { field: Field }) {
  const { defaultValue, values } = field;
  const limits = limitsText(field);
  return (
    <div class="values">
      {values.length === 0 ? null : (
        <p>
          Valores:{" "}
          {values.map((value, index) => (
            <>
              {index === 0 ? "" : ", "}
              <code>{value}</code>
            </>
          ))}
        </p>
      )}
      {limits === "" ? null : <p>Límites: {limits}.</p>}
      {defaultValue === undefined ? null : (
        <p>
          Por omisión: <code>{JSON.stringify(defaultValue)}</code>
        </p>
      )}
    </div>
  );
}
