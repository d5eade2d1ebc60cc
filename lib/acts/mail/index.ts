export { mailAct } from "./act.ts";
