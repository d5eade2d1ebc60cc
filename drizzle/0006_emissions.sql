CREATE TABLE "issuer_profiles" (
	"connection_id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"activity" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"revision" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "issuer_profiles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "operation_evidence" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"operation_id" text NOT NULL,
	"token" integer NOT NULL,
	"step" text NOT NULL,
	"found" jsonb,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "operation_evidence" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "operations" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"kind" text NOT NULL,
	"tool_id" text NOT NULL,
	"preparation_id" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"operation_request_id" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"input_hash" text NOT NULL,
	"looks_like" text NOT NULL,
	"document_hash" text NOT NULL,
	"tipo_dte" integer NOT NULL,
	"target" text,
	"state" text NOT NULL,
	"job_id" text NOT NULL,
	"token" integer NOT NULL,
	"known_folios" bigint[],
	"outcome" "bytea",
	"outcome_expires_at" timestamp (3) with time zone,
	"error_code" text,
	"folio" bigint,
	"pdf" "bytea",
	"receipt" text,
	"barrier_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"look_again_at" timestamp (3) with time zone,
	CONSTRAINT "operations_organization_id" UNIQUE("organization_id","id"),
	CONSTRAINT "operations_state" CHECK ("operations"."state" in ('queued', 'running', 'crossed', 'emitted', 'rejected', 'unknown', 'released')),
	CONSTRAINT "operations_barrier" CHECK (("operations"."barrier_at" is not null) = ("operations"."state" in ('crossed', 'emitted', 'rejected', 'unknown')))
);
--> statement-breakpoint
ALTER TABLE "operations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "preparations" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"kind" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"document" "bytea" NOT NULL,
	"document_hash" text,
	"issuer_revision" text,
	"tipo_dte" integer NOT NULL,
	"totals" jsonb,
	"target" text,
	"state" text NOT NULL,
	"confirmed_by" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "preparations_organization_id" UNIQUE("organization_id","id"),
	CONSTRAINT "preparations_kind" CHECK ("preparations"."kind" in ('dte', 'anulacion', 'boleta')),
	CONSTRAINT "preparations_state" CHECK ("preparations"."state" in ('pending', 'confirmed', 'consumed'))
);
--> statement-breakpoint
ALTER TABLE "preparations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sync_jobs" DROP CONSTRAINT "sync_jobs_kind";--> statement-breakpoint
ALTER TABLE "sync_jobs" ADD COLUMN "target_id" text;--> statement-breakpoint
ALTER TABLE "issuer_profiles" ADD CONSTRAINT "issuer_profiles_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operation_evidence" ADD CONSTRAINT "operation_evidence_operation" FOREIGN KEY ("organization_id","operation_id") REFERENCES "public"."operations"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_preparation" FOREIGN KEY ("organization_id","preparation_id") REFERENCES "public"."preparations"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preparations" ADD CONSTRAINT "preparations_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operation_evidence_of" ON "operation_evidence" USING btree ("operation_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "operations_one_per_key" ON "operations" USING btree ("organization_id","idempotency_key") WHERE "operations"."state" <> 'released';--> statement-breakpoint
CREATE UNIQUE INDEX "operations_one_per_preparation" ON "operations" USING btree ("preparation_id") WHERE "operations"."state" <> 'released';--> statement-breakpoint
CREATE UNIQUE INDEX "operations_one_per_folio" ON "operations" USING btree ("connection_id","tipo_dte","folio") WHERE "operations"."folio" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "operations_one_per_target" ON "operations" USING btree ("connection_id","target") WHERE "operations"."target" is not null and "operations"."state" not in ('released', 'rejected');--> statement-breakpoint
CREATE INDEX "operations_open" ON "operations" USING btree ("look_again_at") WHERE "operations"."state" in ('queued', 'running', 'crossed', 'unknown');--> statement-breakpoint
CREATE INDEX "operations_expiring" ON "operations" USING btree ("outcome_expires_at") WHERE "operations"."outcome" is not null;--> statement-breakpoint
CREATE INDEX "preparations_of_target" ON "preparations" USING btree ("connection_id","target") WHERE "preparations"."target" is not null;--> statement-breakpoint
CREATE INDEX "sync_jobs_of_target" ON "sync_jobs" USING btree ("target_id") WHERE "sync_jobs"."target_id" is not null;--> statement-breakpoint
ALTER TABLE "sync_jobs" ADD CONSTRAINT "sync_jobs_kind" CHECK ("sync_jobs"."kind" in ('sync', 'verify', 'link', 'preview', 'emission', 'reconcile', 'pdf'));--> statement-breakpoint
CREATE POLICY "organization_wall" ON "issuer_profiles" AS PERMISSIVE FOR ALL TO public USING (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*') WITH CHECK (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*');--> statement-breakpoint
CREATE POLICY "organization_wall" ON "operation_evidence" AS PERMISSIVE FOR ALL TO public USING (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*') WITH CHECK (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*');--> statement-breakpoint
CREATE POLICY "organization_wall" ON "operations" AS PERMISSIVE FOR ALL TO public USING (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*') WITH CHECK (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*');--> statement-breakpoint
CREATE POLICY "organization_wall" ON "preparations" AS PERMISSIVE FOR ALL TO public USING (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*') WITH CHECK (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*');