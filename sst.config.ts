export default $config({
  app({ stage }) {
    const production = stage === "production";
    return {
      name: "connect",
      home: "aws",
      // What production keeps outlives a mistake in here; any other stage is thrown away whole.
      removal: production ? "retain-all" : "remove",
      protect: production,
      providers: { aws: { region: (process.env["AWS_REGION"] ?? "us-east-1") as "us-east-1" } },
    };
  },
  async run() {
    const { edge } = await import("./infra/aws/edge.ts");
    await import("./infra/aws/api.ts");
    await import("./infra/aws/dashboard.ts");
    await import("./infra/aws/credential-broker.ts");
    await import("./infra/aws/sync-worker.ts");
    await import("./infra/aws/emission-worker.ts");
    await import("./infra/aws/drain-deliveries.ts");
    await import("./infra/aws/housekeeping.ts");
    await import("./infra/aws/alarms.ts");
    return { url: edge.url };
  },
});
