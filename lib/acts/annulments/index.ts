export { annulmentAct } from "./act.ts";
