CREATE TABLE "operation_files" (
	"organization_id" text NOT NULL,
	"operation_id" text NOT NULL,
	"kind" text NOT NULL,
	"version" integer NOT NULL,
	"sha256" text NOT NULL,
	"bytes" integer NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "operation_files_operation_id_kind_version_pk" PRIMARY KEY("operation_id","kind","version")
);
--> statement-breakpoint
ALTER TABLE "operation_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "operations" DROP CONSTRAINT "operations_state";--> statement-breakpoint
ALTER TABLE "operations" DROP CONSTRAINT "operations_barrier";--> statement-breakpoint
ALTER TABLE "operations" ALTER COLUMN "preparation_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "operations" ALTER COLUMN "tipo_dte" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "subject_id" text;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "known" text[];--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "external_ref" text;--> statement-breakpoint
ALTER TABLE "operation_files" ADD CONSTRAINT "operation_files_operation" FOREIGN KEY ("organization_id","operation_id") REFERENCES "public"."operations"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operation_files_expiring" ON "operation_files" USING btree ("expires_at") WHERE "operation_files"."expires_at" is not null;--> statement-breakpoint
SELECT set_config('app.org_id', '*', true);--> statement-breakpoint
-- What is listed goes by a name from now on. The numbers stay until no release before this one runs.
UPDATE "operations" SET "known" = "known_folios"::text[], "external_ref" = "folio"::text
	WHERE "known_folios" IS NOT NULL OR "folio" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "operations_one_per_name" ON "operations" USING btree ("connector","rut",coalesce("tipo_dte"::text, "kind"),"external_ref") WHERE "operations"."external_ref" is not null;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_state" CHECK ("operations"."state" in ('queued', 'running', 'crossed', 'emitted', 'done', 'rejected', 'unknown', 'released'));--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_barrier" CHECK (("operations"."barrier_at" is not null) = ("operations"."state" in ('crossed', 'emitted', 'done', 'rejected', 'unknown')));--> statement-breakpoint
CREATE POLICY "organization_wall" ON "operation_files" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);