import { parseRut } from "#lib/chile/index.ts";
import { companyField, type LinkField } from "../link-system.ts";

export type FieldProblem = "required" | "invalid_rut" | "too_long" | "forbidden_content";

export interface FieldIssue {
  field: string;
  problem: FieldProblem;
}

/** What a person typed, cleaned: the login's own fields, and the company separately. */
export interface TypedFields {
  fields: Record<string, string>;
  companyRut: string | null;
}

const maxLength = 200;

/** Takes only the fields that the system asks for from a form. */
export function readTypedFields(
  asked: readonly LinkField[],
  typed: (name: string) => string | null,
  /** The connection's company: a page that knows it does not ask for it. */
  knownCompany: string | null = null,
): { typed: TypedFields; issues: FieldIssue[] } {
  const result: TypedFields = { fields: {}, companyRut: null };
  const issues: FieldIssue[] = [];
  for (const field of asked) {
    const isCompany = field.name === companyField;
    const text = typed(field.name) ?? (isCompany ? knownCompany : null) ?? "";
    if (field.optional === true && text.trim() === "") continue;
    const read = readField(field, text);
    if ("problem" in read) {
      issues.push({ field: field.name, problem: read.problem });
      continue;
    }
    if (isCompany) result.companyRut = read.value;
    else result.fields[field.name] = read.value;
  }
  return { typed: result, issues };
}

function readField(field: LinkField, raw: string): { value: string } | { problem: FieldProblem } {
  // A space may be part of a password, even at either end.
  const text = field.input === "password" ? raw : raw.trim();
  if (text === "") return { problem: "required" };
  if (text.length > maxLength) return { problem: "too_long" };
  if (/\p{Cc}/u.test(text)) return { problem: "forbidden_content" };
  if (field.input !== "rut") return { value: text };
  const rut = parseRut(text);
  return rut === null ? { problem: "invalid_rut" } : { value: rut };
}
