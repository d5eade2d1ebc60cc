import { useContext, type Child } from "hono/jsx";
import { passwordLength } from "#lib/identity/people/index.ts";
import { FormsOfPage, pageField, sealField, TypedBefore } from "../../request/form-state.ts";
import { oneLine } from "../../texts/words.ts";

/** A success or error message at the top of a page; for an invalid form it comes first. */
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

/** Replaces a block whose query failed. It does not take the focus, because the rest of the page matters. */
export function UnreadPart() {
  return (
    <div class="note calm" role="status">
      <p>No pudimos leer esta parte. Recarga la página en un momento.</p>
    </div>
  );
}

/** Whom to write to: a mail address can be clicked, a telephone or an address is read. */
export function Contact({ contact }: { contact: string }) {
  return contact.includes("@") ? <a href={`mailto:${contact}`}>{contact}</a> : <>{contact}</>;
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
  /** Where to go afterwards. */
  next?: string | null;
  version?: string | null;
  /** The answer is a file, so the page stays. */
  download?: boolean;
  /** It gives somebody a right, or cannot be undone, at one click: none counts before the page was seen. */
  considered?: boolean;
  children?: Child;
}

/** Refilled with what was typed if the page is shown again; `version`: that of the edited thing, as shown. */
export function Form(props: FormProps) {
  const { action, seal, next = null, version = null, children } = props;
  const { page, filled } = useContext(FormsOfPage);
  const typed = filled?.action === action ? filled.fields : null;
  return (
    <form
      method="post"
      action={action}
      {...(props.download === true && { "data-download": true })}
      {...(props.considered === true && { "data-considered": true })}
    >
      <input type="hidden" name={sealField} value={seal} />
      {page !== null && <input type="hidden" name={pageField} value={page} />}
      {next !== null && <input type="hidden" name="next" value={next} />}
      {version !== null && (
        <input type="hidden" name={versionField} value={typed?.get(versionField) ?? version} />
      )}
      <TypedBefore.Provider value={typed}>{children}</TypedBefore.Provider>
    </form>
  );
}

export const versionField = "version";

interface TickProps {
  name: string;
  value: string;
  checked?: boolean;
  radio?: boolean;
  kind?: string;
  children?: Child;
}

export function Tick({ name, value, checked = false, radio = false, kind, children }: TickProps) {
  const typed = useContext(TypedBefore);
  const isChecked = typed === null ? checked : typed.getAll(name).includes(value);
  return (
    <label class={kind === undefined ? "tick" : `tick ${kind}`}>
      <input
        type={radio ? "radio" : "checkbox"}
        name={name}
        value={value}
        {...(isChecked && { checked: true })}
      />
      <span>{children}</span>
    </label>
  );
}

interface SelectProps {
  name: string;
  label: string;
  value?: string;
  hint?: string;
  /** The first option, which filters by nothing. */
  any?: string;
  options: readonly { value: string; label: string }[];
}

export function Select({ name, label, value = "", hint, any, options }: SelectProps) {
  const chosen = useContext(TypedBefore)?.get(name) ?? value;
  const id = `campo-${name}`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        name={name}
        {...(hint !== undefined && { "aria-describedby": `${id}-ayuda` })}
      >
        {any !== undefined && <option value="">{any}</option>}
        {options.map((option) => (
          <option value={option.value} {...(option.value === chosen && { selected: true })}>
            {option.label}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <p class="hint" id={`${id}-ayuda`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface SubmitProps {
  kind?: string;
  /** Its name where several on a page have the same text: the text, and what it is about. */
  label?: string;
  children?: Child;
}

export function Submit({ children, kind = "button", label }: SubmitProps) {
  return (
    <button type="submit" class={kind} {...(label !== undefined && { "aria-label": label })}>
      {children}
    </button>
  );
}

interface FieldProps {
  name: string;
  label: string;
  type?: "text" | "email" | "password" | "url" | "date" | "datetime-local" | "search";
  value?: string;
  hint?: string | undefined;
  problem?: string | null | undefined;
  autocomplete?: string;
  /** May be left empty. */
  optional?: boolean;
  /** Digits only. */
  code?: boolean;
  maxlength?: number;
  /** What it must look like, as the hint says: browsers refuse anything else. */
  pattern?: string;
  /** For dates: the first and the last that can be chosen. */
  min?: string;
  max?: string;
  /** A field with a problem is, unless this says otherwise; browsers take the first. */
  focused?: boolean;
}

export function Field(props: FieldProps) {
  const { name, label, type = "text", hint, problem = null, code = false } = props;
  const { focused = problem !== null } = props;
  const value = useContext(TypedBefore)?.get(name) ?? oneLine(props.value ?? "");
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
          {...(props.optional !== true && { required: true })}
          maxlength={props.maxlength ?? 254}
          {...(props.pattern !== undefined && { pattern: props.pattern, title: hint })}
          {...(props.min !== undefined && { min: props.min })}
          {...(props.max !== undefined && { max: props.max })}
          autocomplete={props.autocomplete ?? "off"}
          autocapitalize="none"
          spellcheck={false}
          {...(code && { inputmode: "numeric", class: "code" })}
          {...(type === "password" && { "data-secret": label.toLowerCase() })}
          {...(describedBy !== "" && { "aria-describedby": describedBy })}
          {...(problem !== null && { "aria-invalid": "true" })}
          {...(focused && { autofocus: true })}
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

/** An account's mail field, as password managers expect it. */
export function MailField({ mail, ...more }: { mail: string } & Pick<FieldProps, OptionalOfMail>) {
  return (
    <Field
      name="correo"
      label="Correo"
      type="email"
      value={mail}
      autocomplete="username"
      {...more}
    />
  );
}

type OptionalOfMail = "hint" | "problem" | "focused";

interface PasswordProps {
  name?: string;
  label?: string;
  focused?: boolean;
}

export function PasswordField({ name = "clave", label = "Contraseña", ...more }: PasswordProps) {
  return (
    <Field
      name={name}
      label={label}
      type="password"
      autocomplete="current-password"
      maxlength={200}
      {...more}
    />
  );
}

/** A new password, with its rules. */
export function NewPasswordField(props: PasswordProps & { problem: string | null | undefined }) {
  const { name = "clave", label = "Contraseña nueva", problem, ...more } = props;
  return (
    <Field
      name={name}
      label={label}
      type="password"
      problem={problem}
      hint={`${passwordLength.least} caracteres o más. Una frase larga es mejor que signos raros.`}
      autocomplete="new-password"
      maxlength={200}
      {...more}
    />
  );
}
