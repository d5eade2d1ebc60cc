export { dropOldForms } from "./used-forms.ts";
