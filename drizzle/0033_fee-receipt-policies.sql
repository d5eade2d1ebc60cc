CREATE TABLE "fee_receipt_policies" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"enabled" boolean NOT NULL,
	"connections" text[],
	"receivers" text[],
	"days_back" integer NOT NULL,
	"days_ahead" integer NOT NULL,
	"max_amount" bigint NOT NULL,
	"daily_amount" bigint NOT NULL,
	"daily_count" integer NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fee_receipt_policies_days" CHECK ("fee_receipt_policies"."days_back" between 0 and 92 and "fee_receipt_policies"."days_ahead" between 0 and 92)
);
--> statement-breakpoint
ALTER TABLE "fee_receipt_policies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "fee_receipt_policies" ADD CONSTRAINT "fee_receipt_policies_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "organization_wall" ON "fee_receipt_policies" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);