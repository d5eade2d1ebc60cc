export { control, type ControlAnswer, type ControlRequest } from "./control.ts";
export { execute } from "./execute.ts";
