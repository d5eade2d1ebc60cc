ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_state";--> statement-breakpoint
DROP INDEX "operations_one_per_key";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ALTER COLUMN "token" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ALTER COLUMN "lease_until" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "operation_id" text;--> statement-breakpoint
SELECT set_config('app.org_id', '*', true);--> statement-breakpoint
-- What became of a document weighs more than another tool's answer that was kept under the same key.
INSERT INTO "idempotency_keys" ("organization_id", "key", "tool_id", "connection_id", "fingerprint", "state", "operation_id", "created_at")
	SELECT "organization_id", "idempotency_key", "tool_id", "connection_id", "fingerprint", 'ledger', "id", "created_at"
	FROM "operations" WHERE "state" <> 'released'
	ON CONFLICT ("organization_id", "key") DO UPDATE SET "tool_id" = excluded."tool_id", "connection_id" = excluded."connection_id",
	"fingerprint" = excluded."fingerprint", "state" = 'ledger', "operation_id" = excluded."operation_id", "created_at" = excluded."created_at",
	"token" = null, "lease_until" = null, "response" = null, "outcome" = null, "http_status" = null, "finished_at" = null, "response_expires_at" = null;--> statement-breakpoint
CREATE INDEX "operations_of_key" ON "operations" USING btree ("organization_id","idempotency_key");--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_holder" CHECK (("idempotency_keys"."state" = 'ledger') = ("idempotency_keys"."operation_id" is not null) and ("idempotency_keys"."state" = 'ledger') = ("idempotency_keys"."token" is null) and ("idempotency_keys"."token" is null) = ("idempotency_keys"."lease_until" is null));--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_state" CHECK ("idempotency_keys"."state" in ('running', 'finished', 'ledger'));