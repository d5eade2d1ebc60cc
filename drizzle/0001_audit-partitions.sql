-- What drizzle-kit cannot express: a partitioned table, and one that is not logged.
CREATE TABLE "audit" (
	"request_id" text NOT NULL,
	"organization_id" text NOT NULL REFERENCES "organizations" ("id"),
	"at" timestamp (3) with time zone NOT NULL,
	"plane" text NOT NULL,
	"operation" text NOT NULL,
	"operation_request_id" text,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"connection_id" text,
	"outcome" text NOT NULL,
	"http_status" integer,
	"latency_ms" integer,
	"idempotency" text,
	"trace_label" text,
	"client_label" text,
	PRIMARY KEY ("request_id", "at"),
	CONSTRAINT "audit_connection" FOREIGN KEY ("organization_id", "connection_id")
		REFERENCES "connections" ("organization_id", "id")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "audit_default" PARTITION OF "audit" DEFAULT;
--> statement-breakpoint
CREATE INDEX "audit_by_organization" ON "audit" ("organization_id", "at");
--> statement-breakpoint
ALTER TABLE "audit" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization_wall" ON "audit" AS PERMISSIVE FOR ALL TO public
	USING (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*')
	WITH CHECK (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*');
--> statement-breakpoint
ALTER TABLE "rate_windows" SET UNLOGGED;
--> statement-breakpoint
ALTER TABLE "rate_windows" SET (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE "usage_slots" SET (fillfactor = 50);
--> statement-breakpoint
-- The application's role owns no table, so it keeps the partitions through this one door.
CREATE FUNCTION maintain_audit_partitions(at timestamptz, keep_months integer)
RETURNS TABLE (made text, dropped text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
	first_month date := date_trunc('month', at AT TIME ZONE 'UTC')::date;
	cutoff date := (first_month - make_interval(months => keep_months))::date;
	month date;
	name text;
	old record;
BEGIN
	PERFORM pg_advisory_xact_lock(hashtext('maintain_audit_partitions'));
	PERFORM set_config('app.org_id', '*', true);
	FOR ahead IN 0..2 LOOP
		month := (first_month + make_interval(months => ahead))::date;
		name := 'audit_' || to_char(month, 'YYYY_MM');
		CONTINUE WHEN to_regclass('public.' || name) IS NOT NULL;
		EXECUTE format('CREATE TABLE public.%I (LIKE public.audit INCLUDING DEFAULTS)', name);
		EXECUTE format('WITH moved AS (DELETE FROM public.audit_default WHERE at >= %L AND at < %L RETURNING *)
			INSERT INTO public.%I SELECT * FROM moved',
			month || ' 00:00+00', (month + interval '1 month')::date || ' 00:00+00', name);
		EXECUTE format('ALTER TABLE public.audit ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)',
			name, month || ' 00:00+00', (month + interval '1 month')::date || ' 00:00+00');
		made := name; dropped := NULL; RETURN NEXT;
	END LOOP;
	FOR old IN
		SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
		WHERE i.inhparent = 'public.audit'::regclass AND c.relname ~ '^audit_\d{4}_\d{2}$'
			AND to_date(right(c.relname, 7), 'YYYY_MM') < cutoff
	LOOP
		EXECUTE format('DROP TABLE public.%I', old.relname);
		made := NULL; dropped := old.relname; RETURN NEXT;
	END LOOP;
	DELETE FROM public.audit_default a WHERE a.at < (cutoff || ' 00:00+00')::timestamptz;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION maintain_audit_partitions(timestamptz, integer) FROM public;
