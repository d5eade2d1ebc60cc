ALTER TABLE "records" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "records" ADD COLUMN "missed_by" text;