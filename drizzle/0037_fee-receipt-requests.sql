CREATE TABLE "fee_receipt_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"connector" text NOT NULL,
	"kind" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"operation_id" text NOT NULL,
	"issuer_rut" text NOT NULL,
	"reference" text NOT NULL,
	"asked_on" text NOT NULL,
	"receiver_rut" text,
	"day" text NOT NULL,
	"gross" bigint NOT NULL,
	"withheld" bigint NOT NULL,
	"net" bigint NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"is_sent" boolean NOT NULL,
	"folio" bigint,
	"bar_code" text,
	"document_version" integer NOT NULL,
	"kept_version" integer NOT NULL,
	"receipt_id" text,
	"mode" text,
	"deadline" text,
	"visit_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fee_receipt_requests_organization_id" UNIQUE("organization_id","id"),
	CONSTRAINT "fee_receipt_requests_kind" CHECK ("fee_receipt_requests"."kind" in ('emision', 'anulacion')),
	CONSTRAINT "fee_receipt_requests_state" CHECK ("fee_receipt_requests"."state" in ('pending', 'processing', 'issued', 'annulled', 'awaiting_receiver', 'refused_by_receiver', 'lapsed', 'rejected', 'inconclusive'))
);
--> statement-breakpoint
ALTER TABLE "fee_receipt_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "fee_receipt_requests" ADD CONSTRAINT "fee_receipt_requests_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fee_receipt_requests_of_reference" ON "fee_receipt_requests" USING btree ("organization_id","issuer_rut","reference");--> statement-breakpoint
CREATE INDEX "fee_receipt_requests_of_folio" ON "fee_receipt_requests" USING btree ("organization_id","issuer_rut","folio");--> statement-breakpoint
CREATE INDEX "fee_receipt_requests_to_visit" ON "fee_receipt_requests" USING btree ("visit_at") WHERE "fee_receipt_requests"."visit_at" is not null;--> statement-breakpoint
CREATE INDEX "fee_receipt_requests_newest" ON "fee_receipt_requests" USING btree ("organization_id","connection_id","id");--> statement-breakpoint
CREATE INDEX "fee_receipt_requests_of_day" ON "fee_receipt_requests" USING btree ("organization_id","asked_on");--> statement-breakpoint
CREATE POLICY "organization_wall" ON "fee_receipt_requests" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);