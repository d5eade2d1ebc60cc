ALTER TABLE "records" ADD COLUMN "read_order" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "coverage" ADD COLUMN "seen_at" jsonb;--> statement-breakpoint
CREATE INDEX "records_of_month" ON "records" USING btree ("connection_id","dataset","periodo") WHERE not starts_with("records"."sort_key", "records"."periodo");--> statement-breakpoint
SELECT set_config('app.org_id', '*', true);--> statement-breakpoint
-- A release from before 0013 that still ran after it began operations without a row of their key.
INSERT INTO "idempotency_keys" ("organization_id", "key", "tool_id", "connection_id", "fingerprint", "state", "operation_id", "created_at")
	SELECT DISTINCT ON ("organization_id", "idempotency_key") "organization_id", "idempotency_key", "tool_id", "connection_id", "fingerprint", 'ledger', "id", "created_at"
	FROM "operations" WHERE "state" <> 'released' ORDER BY "organization_id", "idempotency_key", "created_at"
	ON CONFLICT ("organization_id", "key") DO UPDATE SET "tool_id" = excluded."tool_id", "connection_id" = excluded."connection_id",
	"fingerprint" = excluded."fingerprint", "state" = 'ledger', "operation_id" = excluded."operation_id", "created_at" = excluded."created_at",
	"token" = null, "lease_until" = null, "response" = null, "outcome" = null, "http_status" = null, "finished_at" = null, "response_expires_at" = null
	WHERE "idempotency_keys"."state" <> 'ledger';
