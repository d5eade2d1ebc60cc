ALTER TABLE "preparations" ADD COLUMN "rejected_by" text;--> statement-breakpoint
ALTER TABLE "preparations" ADD COLUMN "confirmation_asked_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "preparations_live" ON "preparations" USING btree ("organization_id","expires_at");