export { deleteConnection } from "./delete-connection.ts";
export { deleteOrganization, deletionDays } from "./delete-organization.ts";
export { eraseDeleted } from "./erase-deleted.ts";
export { type ExportedPart, exportRows } from "./export-rows.ts";
export { unexportedTables } from "./exported-tables.ts";
