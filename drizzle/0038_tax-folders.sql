CREATE TABLE "tax_folder_recipients" (
	"organization_id" text NOT NULL,
	"revision" integer NOT NULL,
	"institution" text,
	"name" text NOT NULL,
	"mail" text NOT NULL,
	"delivery" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_by" text,
	"confirmed_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "tax_folder_recipients_organization_id_revision_pk" PRIMARY KEY("organization_id","revision")
);
--> statement-breakpoint
ALTER TABLE "tax_folder_recipients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tax_folder_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"operation_id" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"kind" text NOT NULL,
	"parts" jsonb,
	"purpose" text NOT NULL,
	"revision" integer NOT NULL,
	"institution" text,
	"recipient" text NOT NULL,
	"mail" text NOT NULL,
	"delivery" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"code" text,
	"consultable_until" text,
	"document_bytes" integer,
	"document_sha256" text,
	"downloads" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"closing_since" timestamp (3) with time zone,
	"close_again_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tax_folder_requests_downloads" CHECK ("tax_folder_requests"."downloads" between 0 and 5),
	CONSTRAINT "tax_folder_requests_closing" CHECK (("tax_folder_requests"."closing_since" is not null) = ("tax_folder_requests"."state" in ('cerrando', 'cerrada')))
);
--> statement-breakpoint
ALTER TABLE "tax_folder_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tax_folder_settings" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"enabled" boolean NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tax_folder_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sync_jobs" DROP CONSTRAINT "sync_jobs_kind";--> statement-breakpoint
ALTER TABLE "tax_folder_recipients" ADD CONSTRAINT "tax_folder_recipients_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_folder_requests" ADD CONSTRAINT "tax_folder_requests_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_folder_requests" ADD CONSTRAINT "tax_folder_requests_operation" FOREIGN KEY ("organization_id","operation_id") REFERENCES "public"."operations"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_folder_settings" ADD CONSTRAINT "tax_folder_settings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tax_folder_requests_of_operation" ON "tax_folder_requests" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "tax_folder_requests_newest" ON "tax_folder_requests" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "tax_folder_requests_of_connection" ON "tax_folder_requests" USING btree ("connection_id","id");--> statement-breakpoint
CREATE INDEX "tax_folder_requests_expiring" ON "tax_folder_requests" USING btree ("expires_at") WHERE "tax_folder_requests"."state" in ('lista', 'entregada');--> statement-breakpoint
CREATE INDEX "tax_folder_requests_closing" ON "tax_folder_requests" USING btree ("close_again_at") WHERE "tax_folder_requests"."state" = 'cerrando';--> statement-breakpoint
ALTER TABLE "sync_jobs" ADD CONSTRAINT "sync_jobs_kind" CHECK ("sync_jobs"."kind" in ('sync', 'verify', 'link', 'preview', 'emission', 'reconcile', 'pdf', 'live', 'closing'));--> statement-breakpoint
CREATE POLICY "organization_wall" ON "tax_folder_recipients" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "tax_folder_requests" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "tax_folder_settings" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);