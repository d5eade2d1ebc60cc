import { companyField, type FieldIssue, type LinkFacts, type LinkField } from "#lib/links/index.ts";
import { CompanyBox } from "./company-box.tsx";
import type { FailureText } from "./failure-texts.ts";
import { Field } from "./field.tsx";
import { momentText } from "#lib/chile/index.ts";
import { Shell } from "./shell.tsx";

interface FormPageProps {
  token: string;
  link: LinkFacts;
  /** How the last try ended, or why this one is not made. */
  note: FailureText | null;
  issues: readonly FieldIssue[];
  /** What goes back into the fields. Never a secret. */
  values: Readonly<Record<string, string>>;
}

export function FormPage({ token, link, note, issues, values }: FormPageProps) {
  const { system, organizationName: organization, mode, company } = link;
  const again = mode === "reconectar";
  const title = again ? `Vuelve a conectar ${system.name}` : `Conecta ${system.name}`;
  const firstWrong = issues[0]?.field;
  return (
    <Shell title={`${title} con ${organization}`}>
      <p class="kicker">{again ? "Renovar una conexión" : "Solicitud de conexión"}</p>
      <h1>{title}</h1>
      <p class="lead">
        <strong>{organization}</strong> te pide permiso para leer estos datos de tu empresa en{" "}
        {system.name}
        {link.acts && " y para emitir documentos en su nombre"}.
      </p>
      {note !== null && <FailureNote {...note} />}
      {company !== null && <CompanyBox company={company} />}
      <ReadingBox link={link} />
      {link.acts && <ActingBox link={link} />}
      <form method="post" action={`/connect/${token}`}>
        {askedFields(link).map((field) => (
          <Field
            field={field}
            value={values[field.name] ?? ""}
            problem={issues.find((issue) => issue.field === field.name)?.problem ?? null}
            focused={field.name === firstWrong}
          />
        ))}
        <button type="submit" class="button">
          {again ? "Probar y volver a conectar" : "Probar y conectar"}
        </button>
      </form>
      <CredentialPromise link={link} />
    </Shell>
  );
}

function ReadingBox({ link }: { link: LinkFacts }) {
  const read = link.alcances.filter(({ onlyActs }) => !onlyActs);
  if (read.length === 0) return null;
  return (
    <section class="box">
      <h2>Qué podrá leer</h2>
      <ul class="marks">
        {read.map(({ label }) => (
          <li>{label}</li>
        ))}
      </ul>
    </section>
  );
}

/** Reading can be taken back; a document that was issued cannot. */
function ActingBox({ link }: { link: LinkFacts }) {
  const acts = link.alcances.filter(({ onlyActs }) => onlyActs);
  return (
    <section class="box">
      <h2>Qué podrá emitir</h2>
      <ul class="marks">
        <li>
          Documentos en nombre de la empresa, y su anulación. Son de verdad: una vez emitidos no se
          pueden deshacer.
        </li>
        {acts.map(({ label }) => (
          <li>{label}</li>
        ))}
      </ul>
    </section>
  );
}

/** The company first, so that the password follows the login as its keepers expect. */
function askedFields({ system, company }: LinkFacts): LinkField[] {
  const fields = system.credentialFields;
  const own = company?.rut ?? null;
  const rest = fields.filter(({ name }) => name !== companyField);
  return own !== null ? rest : [...fields.filter(({ name }) => name === companyField), ...rest];
}

/** Why the last try came to nothing, where the next one is made. */
export function FailureNote({ title, lines, calm }: FailureText) {
  return (
    <section class={calm ? "note calm" : "note"} role="alert" tabindex={-1}>
      <h2>{title}</h2>
      {lines.map((line) => (
        <p>{line}</p>
      ))}
    </section>
  );
}

function CredentialPromise({ link }: { link: LinkFacts }) {
  const { system, organizationName: organization } = link;
  return (
    <section class="promise">
      <h2>Qué pasa con tu clave</h2>
      <ul>
        <li>
          La probamos ahora con un ingreso real a {system.name}. Mientras dura, no entres al portal.
        </li>
        <li>
          Si funciona, la guardamos cifrada y la usamos solo para lo que autorizas. Si no, la
          borramos.
        </li>
        <li>{organization} nunca la ve, ni las personas ni sus agentes.</li>
        <li>
          Para cortar el acceso, cambia tu clave en {system.name} o pide a {organization} que
          deshabilite la conexión.
        </li>
      </ul>
      <p class="foot">
        Este enlace sirve una vez y vence el {momentText(link.expiresAt)}. Si no reconoces esta
        solicitud, cierra la página sin escribir nada.
      </p>
    </section>
  );
}
