export { type Need, whatNeedsAPerson } from "./what-needs-a-person.ts";
