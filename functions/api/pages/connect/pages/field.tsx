import type { FieldProblem, LinkField } from "#lib/links/index.ts";
import { fieldText, rutHint } from "./field-texts.ts";

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
  const described = [...(isRut ? [`${id}-hint`] : []), `${id}-error`].join(" ");
  return (
    <div class="field">
      <label for={id}>
        {field.label}
        {field.optional === true && <span class="optional"> (opcional)</span>}
      </label>
      <div class="entry">
        <input
          id={id}
          name={field.name}
          type={isSecret ? "password" : "text"}
          value={isSecret ? "" : value}
          required={field.optional !== true}
          maxlength={200}
          autocomplete={autocompleteOf(field.name)}
          autocapitalize="none"
          autocorrect="off"
          spellcheck={false}
          inputmode="text"
          aria-describedby={described}
          data-empty={fieldText("required", field)}
          {...(isRut && { "data-rut": "", "data-invalid": fieldText("invalid_rut", field) })}
          {...(isSecret && { "data-secret": field.label.toLowerCase() })}
          {...(problem !== null && { "aria-invalid": "true" })}
          {...(focused && { autofocus: true })}
        />
      </div>
      {isRut && (
        <p class="hint" id={`${id}-hint`}>
          {rutHint}
        </p>
      )}
      <p class="error" id={`${id}-error`} hidden={problem === null}>
        {problem === null ? "" : fieldText(problem, field)}
      </p>
    </div>
  );
}

/** The browser may store only the portal's login; no other secret is its password. */
function autocompleteOf(name: string): string {
  if (name === "rut") return "username";
  return name === "clave" ? "current-password" : "off";
}
