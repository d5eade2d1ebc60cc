export default $config({
  async app({ stage }) {
    const { stageFile } = await import("./infra/aws/stage-file.ts");
    const { region } = stageFile(stage);
    const production = stage === "production";
    return {
      name: "connect",
      home: "aws",
      // What production keeps outlives a mistake in here; any other stage is thrown away whole.
      removal: production ? "retain-all" : "remove",
      protect: production,
      providers: { aws: { region: region as "us-east-1" } },
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
    const { support } = await import("./infra/aws/support.ts");
    const { emissionDeadLetters, syncDeadLetters } = await import("./infra/aws/queues.ts");
    return {
      url: edge.url,
      support: support?.arn,
      SYNC_DEAD_LETTERS_URL: syncDeadLetters.url,
      EMISSION_DEAD_LETTERS_URL: emissionDeadLetters.url,
    };
  },
});
