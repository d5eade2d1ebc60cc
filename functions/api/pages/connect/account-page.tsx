import {
  companyField,
  type FieldIssue,
  type LinkFacts,
  type ReturnState,
} from "#lib/links/index.ts";
import { ConsentBox } from "./consent-box.tsx";
import type { ConsentFacts } from "./consent-facts.ts";
import { CompanyBox } from "./company-box.tsx";
import type { FailureText } from "./failure-texts.ts";
import { Field } from "./field.tsx";
import { FailureNote, LinkTerms, NotWanted } from "./form-page.tsx";
import { Shell } from "./shell.tsx";

interface AccountPageProps {
  token: string;
  link: LinkFacts;
  /** What who sent the person is told, should they go back from here. */
  end: ReturnState;
  facts: ConsentFacts;
  note: FailureText | null;
  issues: readonly FieldIssue[];
  values: Readonly<Record<string, string>>;
}

/** Where an account is connected without a password: it is allowed at the provider. */
export function AccountPage({ token, link, end, facts, note, issues, values }: AccountPageProps) {
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
      <ConsentBox facts={facts} />
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
      <NotWanted token={token} link={link} end={end} />
      <LinkTerms link={link} />
    </Shell>
  );
}

function lower(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}
