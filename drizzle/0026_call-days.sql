CREATE TABLE "call_days" (
	"organization_id" text NOT NULL,
	"day" text COLLATE "C" NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"operation" text NOT NULL,
	"ok" integer NOT NULL,
	"refused" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "call_days_organization_id_day_actor_kind_actor_id_operation_pk" PRIMARY KEY("organization_id","day","actor_kind","actor_id","operation")
);
--> statement-breakpoint
ALTER TABLE "call_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "counted_days" (
	"day" text COLLATE "C" PRIMARY KEY NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "call_days_by_day" ON "call_days" USING btree ("day");--> statement-breakpoint
CREATE POLICY "organization_wall" ON "call_days" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);