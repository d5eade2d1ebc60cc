ALTER TABLE "organizations" ADD COLUMN "quota_periodo" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "quota_plan" text;