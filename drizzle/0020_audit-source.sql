-- Where a call came from, and how many refusals a row tells of when it is not one.
ALTER TABLE "audit" ADD COLUMN "source_network" text;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "source_hash" bytea;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "calls" integer;
