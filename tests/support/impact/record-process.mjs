// Preloaded into each Node process that a test starts while the map is recorded. The machine's own Node, which may run
// npm, reads no types.
if (process.features.typescript) await import("./record-child.ts");
