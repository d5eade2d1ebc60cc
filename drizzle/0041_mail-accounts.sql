ALTER TABLE "connections" ADD COLUMN "cuenta" "bytea";--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "renewer" text;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "renewal_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "state_hash" "bytea";--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "verifier" text;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "authorization_until" timestamp (3) with time zone;