import type { FieldProblem, LinkField } from "#lib/links/index.ts";
import { emptyText, fieldText, invalidRutText } from "./field-texts.ts";

interface FieldProps {
  field: LinkField;
  value: string;
  problem: FieldProblem | null;
  focused: boolean;
}

export function Field({ field, value, problem, focused }: FieldProps) {
  const id = `campo-${field.name}`;
  const isRut = field.input === "rut";
  const isSecret = field.input === "password" || field.secret;
  return (
    <div class="field">
      <label for={id}>{field.label}</label>
      <div class="entry">
        <input
          id={id}
          name={field.name}
          type={isSecret ? "password" : "text"}
          value={isSecret ? "" : value}
          required={field.optional !== true}
          maxlength={200}
          autocomplete={isSecret ? "current-password" : "off"}
          autocapitalize="none"
          autocorrect="off"
          spellcheck={false}
          inputmode="text"
          aria-describedby={`${id}-error`}
          data-empty={emptyText}
          {...(isRut && { "data-rut": "", "data-invalid": invalidRutText })}
          {...(isSecret && { "data-secret": field.label.toLowerCase() })}
          {...(problem !== null && { "aria-invalid": "true" })}
          {...(focused && { autofocus: true })}
        />
      </div>
      <p class="error" id={`${id}-error`} hidden={problem === null}>
        {problem === null ? "" : fieldText(problem)}
      </p>
    </div>
  );
}
