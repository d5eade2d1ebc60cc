import type { Planted } from "./reading.ts";

interface PlantedFile {
  organizationId: string;
  operationId: string;
  kind?: "pdf" | "carpeta";
}

/** A file of an operation, as its worker stores it: kept as long as the operation. */
export async function plantFile(
  { database, deps, clock }: Pick<Planted, "clock" | "database" | "deps">,
  { organizationId, operationId, kind = "pdf" }: PlantedFile,
  bytes: Buffer,
): Promise<void> {
  const purpose = kind === "pdf" ? "answer" : "folder";
  const place = { organizationId, purpose, table: "operation_files", column: "sealed" } as const;
  const sealed = await deps.vault.seal({ ...place, row: `${operationId}/${kind}/1` }, bytes);
  await database.owner(
    `insert into operation_files (organization_id, operation_id, kind, version, sha256, bytes, sealed, created_at)
     values ($1, $2, $3, 1, 'x', $4, $5, $6)`,
    [organizationId, operationId, kind, bytes.length, sealed, clock.now()],
  );
}
