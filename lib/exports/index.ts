export {
  type ExportHolder,
  type ExportPart,
  exportValidMs,
  openPart,
  sealPart,
} from "./export-link.ts";
export { rowFormats } from "./write-rows.ts";
