ALTER TABLE "coverage" ADD COLUMN "prueba" jsonb;--> statement-breakpoint
ALTER TABLE "coverage" ADD COLUMN "unfinished" boolean DEFAULT false NOT NULL;