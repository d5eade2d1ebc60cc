DROP INDEX "operations_one_per_folio";--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "connector" text;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "rut" text;--> statement-breakpoint
SELECT set_config('app.org_id', '*', true);--> statement-breakpoint
UPDATE "operations" o SET "connector" = c."connector", "rut" = coalesce(c."rut", c."id") FROM "connections" c WHERE c."id" = o."connection_id";--> statement-breakpoint
-- Of two that claimed one folio the later keeps its answer, apart from the company's others.
UPDATE "operations" o SET "rut" = o."connection_id" FROM "operations" e
	WHERE e."connector" = o."connector" AND e."rut" = o."rut" AND e."tipo_dte" = o."tipo_dte" AND e."folio" = o."folio"
	AND (e."finished_at", e."id") < (o."finished_at", o."id");--> statement-breakpoint
ALTER TABLE "operations" ALTER COLUMN "connector" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "operations" ALTER COLUMN "rut" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "operations_of_look" ON "operations" USING btree ("connector","rut","looks_like") WHERE "operations"."state" in ('crossed', 'unknown');--> statement-breakpoint
CREATE UNIQUE INDEX "operations_one_per_folio" ON "operations" USING btree ("connector","rut","tipo_dte","folio") WHERE "operations"."folio" is not null;
