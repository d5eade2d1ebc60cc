CREATE TABLE "document_tickets" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"operation_id" text NOT NULL,
	"kind" text NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"taken_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "document_tickets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "operation_files" ADD CONSTRAINT "operation_files_organization_id" UNIQUE("organization_id","operation_id","kind","version");--> statement-breakpoint
ALTER TABLE "document_tickets" ADD CONSTRAINT "document_tickets_file" FOREIGN KEY ("organization_id","operation_id","kind","version") REFERENCES "public"."operation_files"("organization_id","operation_id","kind","version") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_tickets_expiring" ON "document_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "document_tickets_of_file" ON "document_tickets" USING btree ("organization_id","operation_id","kind","version");--> statement-breakpoint
CREATE POLICY "organization_wall" ON "document_tickets" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);