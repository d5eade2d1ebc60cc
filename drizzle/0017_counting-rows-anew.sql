SELECT set_config('app.org_id', '*', true);--> statement-breakpoint
-- What counts of banco_d was kept under a place in a list that the bank may cut: it is read again under the movement's own id.
DELETE FROM "records" WHERE "dataset" = 'banco_d.movimientos_vigentes';--> statement-breakpoint
UPDATE "coverage" SET "status" = 'partial',
	"cuentas" = "coverage"."cuentas" || (SELECT coalesce(jsonb_object_agg("account", false), '{}') FROM jsonb_object_keys("coverage"."cuentas") "account")
	FROM "connections" WHERE "connections"."id" = "coverage"."connection_id" AND "connections"."connector" = 'banco_d' AND "coverage"."alcance" = 'movimientos';
