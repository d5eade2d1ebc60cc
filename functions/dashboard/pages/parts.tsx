import type { Child } from "hono/jsx";

/** What went wrong, or well, at the top of a page; a form that did not pass says it here first. */
export function Note({
  title,
  calm,
  children,
}: {
  title: string;
  calm?: boolean;
  children?: Child;
}) {
  return (
    <section class={calm === true ? "note calm" : "note"} role="alert" tabindex={-1}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export function Done({ children }: { children?: Child }) {
  return (
    <p class="done" role="status">
      {children}
    </p>
  );
}

interface FormProps {
  action: string;
  seal: string;
  /** Where to go on afterwards. */
  next?: string | null;
  children?: Child;
}

export function Form({ action, seal, next = null, children }: FormProps) {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="sello" value={seal} />
      {next !== null && <input type="hidden" name="next" value={next} />}
      {children}
    </form>
  );
}

export function Submit({ children, kind = "button" }: { children?: Child; kind?: string }) {
  return (
    <button type="submit" class={kind}>
      {children}
    </button>
  );
}

interface FieldProps {
  name: string;
  label: string;
  type?: "text" | "email" | "password";
  value?: string;
  hint?: string | undefined;
  problem?: string | null | undefined;
  autocomplete: string;
  /** Of digits alone. */
  code?: boolean;
  maxlength?: number;
  focused?: boolean;
}

export function Field(props: FieldProps) {
  const { name, label, type = "text", value = "", hint, problem = null, code = false } = props;
  const id = `campo-${name}`;
  const notes = [hint !== undefined && `${id}-ayuda`, problem !== null && `${id}-error`];
  const describedBy = notes.filter((one) => one !== false).join(" ");
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="entry">
        <input
          id={id}
          name={name}
          type={type}
          value={type === "password" ? "" : value}
          required
          maxlength={props.maxlength ?? 254}
          autocomplete={props.autocomplete}
          autocapitalize="none"
          spellcheck={false}
          {...(code && { inputmode: "numeric", class: "code" })}
          {...(type === "password" && { "data-secret": label.toLowerCase() })}
          {...(describedBy !== "" && { "aria-describedby": describedBy })}
          {...(problem !== null && { "aria-invalid": "true" })}
          {...(props.focused === true && { autofocus: true })}
        />
      </div>
      {hint !== undefined && (
        <p class="hint" id={`${id}-ayuda`}>
          {hint}
        </p>
      )}
      {problem !== null && (
        <p class="error" id={`${id}-error`}>
          {problem}
        </p>
      )}
    </div>
  );
}
