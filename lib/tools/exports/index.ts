export { openExport, readExportPart } from "./export-part.ts";
export { exportsFor } from "./offer-export.ts";
