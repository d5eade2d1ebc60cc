ALTER TABLE "rate_windows" DROP CONSTRAINT "rate_windows_key_before";--> statement-breakpoint
ALTER TABLE "rate_windows" DROP COLUMN "key_id";