import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["tests/support/impact/loads.record.ts"] } });
