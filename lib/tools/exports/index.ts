export { openExport, readExportPart } from "./export-part.ts";
export { exportsFor } from "./export-service.ts";
