CREATE TABLE "document_acceptances" (
	"operation_id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"connector" text NOT NULL,
	"track_id" text,
	"state" text NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"visit_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "document_acceptances_state" CHECK ("document_acceptances"."state" in ('pendiente', 'aceptado', 'reparos', 'rechazado'))
);
--> statement-breakpoint
ALTER TABLE "document_acceptances" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "preparations" DROP CONSTRAINT "preparations_kind";--> statement-breakpoint
ALTER TABLE "document_acceptances" ADD CONSTRAINT "document_acceptances_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_acceptances_to_visit" ON "document_acceptances" USING btree ("visit_at") WHERE "document_acceptances"."visit_at" is not null;--> statement-breakpoint
CREATE INDEX "document_acceptances_of_connection" ON "document_acceptances" USING btree ("organization_id","connection_id");--> statement-breakpoint
ALTER TABLE "preparations" ADD CONSTRAINT "preparations_kind" CHECK ("preparations"."kind" in ('dte', 'anulacion', 'boleta', 'documento', 'nota_credito'));--> statement-breakpoint
CREATE POLICY "organization_wall" ON "document_acceptances" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);