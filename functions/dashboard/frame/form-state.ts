import { createContext } from "hono/jsx";

/** What the forms of a page know of the request that shows it. */
interface FormState {
  /** The page that they are on, for a form that has to be shown again. */
  page: string | null;
  /** What was typed before, for the form that is sent to the same place. */
  filled: FilledForm | null;
  /** It was sent under a seal that is over, and nothing was done. */
  isOld?: boolean;
}

export interface FilledForm {
  action: string;
  fields: URLSearchParams;
}

export const FormsOfPage = createContext<FormState>({ page: null, filled: null });

/** The fields of the one form that is shown again; null in every other. */
export const TypedBefore = createContext<URLSearchParams | null>(null);

/** Hidden fields of ours, which no route is to see. */
export const sealField = "sello";
export const pageField = "pagina";
/** A form that waits for the password. */
export const keptField = "formulario";
