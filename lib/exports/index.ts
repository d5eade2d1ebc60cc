export {
  type ExportHolder,
  type ExportPart,
  exportValidMs,
  isLinkable,
  longestToken,
  openPart,
  sealPart,
} from "./export-link.ts";
export { rowFormats } from "./write-rows.ts";
