import type { Child } from "hono/jsx";
import { momentText } from "#lib/chile/index.ts";
import {
  companyField,
  type FieldIssue,
  type LinkFacts,
  type LinkField,
  type ReturnState,
} from "#lib/links/index.ts";
import { BackLink } from "./back-link.tsx";
import { CompanyBox } from "./company-box.tsx";
import { ConsentBox } from "./consent-box.tsx";
import type { ConsentFacts } from "./consent-facts.ts";
import type { FailureText } from "./failure-texts.ts";
import { Field } from "./field.tsx";
import { Shell } from "./shell.tsx";
import { seenField, seenMark } from "./shown-consent.ts";

/** What a person is asked for, and how the last try ended. */
export interface RequestProps {
  token: string;
  link: LinkFacts;
  /** What the referring site is told if the person goes back now. */
  end: ReturnState;
  facts: ConsentFacts;
  /** How the last try ended, or why this one is not made. */
  note: FailureText | null;
  issues: readonly FieldIssue[];
  /** Refills the fields. Never a secret. */
  values: Readonly<Record<string, string>>;
}

interface Words {
  title: string;
  submit: string;
  /** Who is asking, and for what. */
  children?: Child;
}

/** Who is asking for what, the consequences, and the form, in this order for every system. */
export function RequestPage(props: RequestProps & Words) {
  const { token, link, end, facts, note, issues, values, title, submit, children } = props;
  const { organizationName: organization, mode, company } = link;
  const firstWrong = issues[0]?.field;
  // A screen reader reads the title first.
  const hasError = firstWrong !== undefined || note?.calm === false;
  return (
    <Shell title={`${hasError ? "Error: " : ""}${title} con ${organization}`}>
      <p class="kicker">
        {mode === "reconectar" ? "Renovar una conexión" : "Solicitud de conexión"}
      </p>
      <h1>{title}</h1>
      <p class="lead">{children}</p>
      {note !== null && <FailureNote {...note} />}
      {company !== null && <CompanyBox company={company} />}
      <ConsentBox facts={facts} />
      <form method="post" action={`/connect/${token}`}>
        <input type="hidden" name={seenField} value={seenMark(facts)} />
        {askedFields(link).map((field) => (
          <Field
            field={field}
            value={values[field.name] ?? ""}
            problem={issues.find((issue) => issue.field === field.name)?.problem ?? null}
            focused={field.name === firstWrong}
          />
        ))}
        <button type="submit" class="button">
          {submit}
        </button>
      </form>
      <NotWanted token={token} link={link} end={end} />
      <LinkTerms link={link} />
    </Shell>
  );
}

/** The company first, so that the password follows the login, as password managers expect. */
function askedFields({ system, company }: LinkFacts): LinkField[] {
  const fields = system.credentialFields;
  const rest = fields.filter(({ name }) => name !== companyField);
  const isKnown = company !== null && company.rut !== null;
  return isKnown ? rest : [...fields.filter(({ name }) => name === companyField), ...rest];
}

/** Why the last try failed, next to the form for the next one. */
function FailureNote({ title, lines, calm }: FailureText) {
  return (
    <section class={calm ? "note calm" : "note"} role="alert" tabindex={-1}>
      <h2>{title}</h2>
      {lines.map((line) => (
        <p>{line}</p>
      ))}
    </section>
  );
}

function LinkTerms({ link }: { link: LinkFacts }) {
  return (
    <p class="foot">
      Este enlace sirve una vez y vence el {momentText(link.expiresAt)}. Si no reconoces esta
      solicitud, cierra la página sin escribir nada.
    </p>
  );
}

/** The less prominent ways out: decline for good, or go back. */
function NotWanted({ token, link, end }: Pick<RequestProps, "token" | "link" | "end">) {
  return (
    <>
      <form method="post" action={`/connect/${token}/cancelar`}>
        <button type="submit" class="quiet">
          No quiero conectar
        </button>
      </form>
      <BackLink link={link} state={end} />
    </>
  );
}
