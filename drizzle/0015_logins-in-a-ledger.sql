CREATE TABLE "login_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"login_identity" "bytea" NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"job_id" text NOT NULL,
	"token" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"outcome" text
);
--> statement-breakpoint
ALTER TABLE "login_attempts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "secret_hash" "bytea";--> statement-breakpoint
CREATE INDEX "login_attempts_newest" ON "login_attempts" USING btree ("login_identity","started_at");--> statement-breakpoint
CREATE INDEX "login_attempts_of_job" ON "login_attempts" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "login_attempts_old" ON "login_attempts" USING btree ("started_at");--> statement-breakpoint
CREATE POLICY "organization_wall" ON "login_attempts" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then true else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then true else false end);