import { companyField, type FieldIssue, type LinkFacts } from "#lib/links/index.ts";
import { momentText } from "#lib/chile/index.ts";
import { CompanyBox } from "./company-box.tsx";
import type { FailureText } from "./failure-texts.ts";
import { Field } from "./field.tsx";
import { FailureNote } from "./form-page.tsx";
import { Shell } from "./shell.tsx";

interface AccountPageProps {
  token: string;
  link: LinkFacts;
  note: FailureText | null;
  issues: readonly FieldIssue[];
  values: Readonly<Record<string, string>>;
}

/** Where an account is connected without a password: it is allowed at the provider. */
export function AccountPage({ token, link, note, issues, values }: AccountPageProps) {
  const { system, organizationName: organization, mode, company } = link;
  const again = mode === "reconectar";
  const title = again
    ? `Vuelve a conectar tu ${lower(system.name)}`
    : `Conecta tu ${lower(system.name)}`;
  const own = company?.rut ?? null;
  const fields = system.credentialFields.filter(
    ({ name }) => own === null || name !== companyField,
  );
  return (
    <Shell title={`${title} con ${organization}`}>
      <p class="kicker">{again ? "Renovar una conexión" : "Solicitud de conexión"}</p>
      <h1>{title}</h1>
      <p class="lead">
        <strong>{organization}</strong> te pide permiso para usar una cuenta de tu empresa. Lo das
        en la página de tu proveedor de correo; aquí no escribes ninguna clave.
      </p>
      {note !== null && <FailureNote {...note} />}
      {company !== null && <CompanyBox company={company} />}
      <section class="box">
        <h2>Qué podrá hacer</h2>
        <ul class="marks">
          {link.alcances.map(({ label }) => (
            <li>{label}</li>
          ))}
        </ul>
      </section>
      <form method="post" action={`/connect/${token}`}>
        {fields.map((field) => (
          <Field
            field={field}
            value={values[field.name] ?? ""}
            problem={issues.find((issue) => issue.field === field.name)?.problem ?? null}
            focused={issues[0]?.field === field.name}
          />
        ))}
        <button type="submit" class="button">
          Continuar en tu proveedor
        </button>
      </form>
      <section class="promise">
        <h2>Qué pasa con tu cuenta</h2>
        <ul>
          <li>
            Tu proveedor te mostrará lo que pedimos. Deja marcado todo: es lo que dice arriba.
          </li>
          <li>Guardamos cifrado el permiso que él nos da, y solo para lo que autorizas.</li>
          <li>{organization} nunca ve ese permiso ni tu clave, ni las personas ni sus agentes.</li>
          <li>
            Para cortar el acceso, quita el permiso en tu proveedor o pide a {organization} que
            deshabilite la conexión.
          </li>
        </ul>
        <p class="foot">
          Este enlace sirve una vez y vence el {momentText(link.expiresAt)}. Si no reconoces esta
          solicitud, cierra la página.
        </p>
      </section>
    </Shell>
  );
}

function lower(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}
