CREATE TABLE "credentials" (
	"connection_id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"login_identity" "bytea" NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "credentials" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "links" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"connector" text NOT NULL,
	"mode" text NOT NULL,
	"connection_id" text,
	"nombre" text,
	"alcances" text[] NOT NULL,
	"volver_a" text,
	"token_hash" "bytea" NOT NULL,
	"state" text NOT NULL,
	"sealed" "bytea",
	"login_identity" "bytea",
	"last_failure" text,
	"verified" boolean,
	"created_by_kind" text NOT NULL,
	"created_by_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"consumed_at" timestamp (3) with time zone,
	CONSTRAINT "links_token" UNIQUE("token_hash"),
	CONSTRAINT "links_organization_id" UNIQUE("organization_id","id"),
	CONSTRAINT "links_mode" CHECK ("links"."mode" in ('crear', 'reconectar')),
	CONSTRAINT "links_state" CHECK ("links"."state" in ('open', 'verifying', 'consumed'))
);
--> statement-breakpoint
ALTER TABLE "links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "coverage" (
	"organization_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"alcance" text NOT NULL,
	"periodo" text NOT NULL,
	"status" text NOT NULL,
	"incompletos" integer NOT NULL,
	"cuentas" jsonb,
	"read_at" timestamp (3) with time zone NOT NULL,
	"job_id" text NOT NULL,
	CONSTRAINT "coverage_connection_id_alcance_periodo_pk" PRIMARY KEY("connection_id","alcance","periodo"),
	CONSTRAINT "coverage_status" CHECK ("coverage"."status" in ('ok', 'partial'))
);
--> statement-breakpoint
ALTER TABLE "coverage" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "evidence" (
	"job_id" text NOT NULL,
	"attempt" integer NOT NULL,
	"organization_id" text NOT NULL,
	"reason" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "evidence_job_id_attempt_pk" PRIMARY KEY("job_id","attempt")
);
--> statement-breakpoint
ALTER TABLE "evidence" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sync_jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"connection_id" text,
	"link_id" text,
	"kind" text NOT NULL,
	"connector" text NOT NULL,
	"alcances" text[] NOT NULL,
	"periodo" text,
	"trigger" text NOT NULL,
	"status" text NOT NULL,
	"step" text,
	"outcomes" jsonb NOT NULL,
	"records_synced" integer,
	"last_error" text,
	"result" jsonb,
	"attempts" integer NOT NULL,
	"token" integer NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"login_identity" "bytea",
	"not_before" timestamp (3) with time zone NOT NULL,
	"request_id" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "sync_jobs_kind" CHECK ("sync_jobs"."kind" in ('sync', 'verify', 'link')),
	CONSTRAINT "sync_jobs_status" CHECK ("sync_jobs"."status" in ('queued', 'running', 'succeeded', 'failed', 'canceled'))
);
--> statement-breakpoint
ALTER TABLE "sync_jobs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coverage" ADD CONSTRAINT "coverage_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_jobs" ADD CONSTRAINT "sync_jobs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_jobs" ADD CONSTRAINT "sync_jobs_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_jobs" ADD CONSTRAINT "sync_jobs_link" FOREIGN KEY ("organization_id","link_id") REFERENCES "public"."links"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "links_expiring" ON "links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "evidence_expiring" ON "evidence" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sync_jobs_one_running_per_connection" ON "sync_jobs" USING btree ("connection_id") WHERE "sync_jobs"."status" = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "sync_jobs_one_session_per_login" ON "sync_jobs" USING btree ("login_identity") WHERE "sync_jobs"."status" = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "sync_jobs_one_active_per_period" ON "sync_jobs" USING btree ("connection_id","periodo") WHERE "sync_jobs"."kind" = 'sync' and "sync_jobs"."status" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "sync_jobs_newest" ON "sync_jobs" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "sync_jobs_open" ON "sync_jobs" USING btree ("not_before") WHERE "sync_jobs"."status" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "sync_jobs_of_connection" ON "sync_jobs" USING btree ("connection_id","created_at");--> statement-breakpoint
CREATE POLICY "organization_wall" ON "credentials" AS PERMISSIVE FOR ALL TO public USING (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*') WITH CHECK (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*');--> statement-breakpoint
CREATE POLICY "organization_wall" ON "links" AS PERMISSIVE FOR ALL TO public USING (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*') WITH CHECK (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*');--> statement-breakpoint
CREATE POLICY "organization_wall" ON "coverage" AS PERMISSIVE FOR ALL TO public USING (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*') WITH CHECK (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*');--> statement-breakpoint
CREATE POLICY "organization_wall" ON "evidence" AS PERMISSIVE FOR ALL TO public USING (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*') WITH CHECK (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*');--> statement-breakpoint
CREATE POLICY "organization_wall" ON "sync_jobs" AS PERMISSIVE FOR ALL TO public USING (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*') WITH CHECK (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*');