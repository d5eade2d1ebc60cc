import { createContext } from "hono/jsx";

/** What the forms of a page know about the request that shows it. */
interface FormState {
  /** Their page, for a form that has to be shown again. */
  page: string | null;
  /** What was typed before, for the form with the same action. */
  filled: FilledForm | null;
  why?: Refilled;
}

/** Nothing was done yet: the form's seal had expired, or the password had to be typed first. */
export type Refilled = "old" | "signed_in_again";

export interface FilledForm {
  action: string;
  fields: URLSearchParams;
}

export const FormsOfPage = createContext<FormState>({ page: null, filled: null });

/** The fields of the one form that is shown again; null for every other form. */
export const TypedBefore = createContext<URLSearchParams | null>(null);

/** Our own hidden fields, which routes never see. */
export const sealField = "sello";
export const pageField = "pagina";
/** A form that waits for the password. */
export const keptField = "formulario";
