ALTER TABLE "records" ADD COLUMN "read_order" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "coverage" ADD COLUMN "seen_at" jsonb;--> statement-breakpoint
CREATE INDEX "records_of_month" ON "records" USING btree ("connection_id","dataset","periodo") WHERE not starts_with("records"."sort_key", "records"."periodo");