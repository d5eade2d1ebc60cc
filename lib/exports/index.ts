export {
  type ExportHolder,
  type ExportPart,
  exportValidMs,
  fitsInLinks,
  longestToken,
  openPart,
  sealPart,
} from "./export-link.ts";
export { rowFormats } from "./write-rows.ts";
