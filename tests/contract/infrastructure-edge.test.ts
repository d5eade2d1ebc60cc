import { describe, expect, test } from "vitest";
import { marks } from "#tests/support/sst/evaluate-stage.ts";
import { stageGraph, type Graph } from "#tests/support/sst/graph.ts";

const evaluated = await stageGraph({ stage: "production" });
const functionType = "aws:lambda/function:Function";

describe.skipIf(evaluated === null)("the edge", () => {
  const graph = evaluated as Graph;

  test("caches no answer, and gives none to two callers", () => {
    const { defaultCacheBehavior, orderedCacheBehaviors = [] } = graph.inputs(
      "aws:cloudfront/distribution:Distribution",
      "EdgeCdnDistribution",
    ) as Record<string, unknown>;
    expect(defaultCacheBehavior).toMatchObject({
      // The cloud's «CachingDisabled» and «AllViewerExceptHostHeader»: the caller's key is passed on.
      cachePolicyId: "4135ea2d-6df8-44a3-9dff-4b5a84be39ad",
      originRequestPolicyId: "b689b0a8-53d0-40ab-baf2-68738e2966ac",
      viewerProtocolPolicy: "redirect-to-https",
    });
    expect(orderedCacheBehaviors).toEqual([]);
  });

  test("sends its secret and the caller's address to the function, and no caller can", () => {
    const { origins } = graph.inputs(
      "aws:cloudfront/distribution:Distribution",
      "EdgeCdnDistribution",
    ) as unknown as { origins: { customHeaders: unknown }[] };
    const said = { name: "x-connect-edge", value: marks.edgeSecret };
    expect(origins.map(({ customHeaders }) => customHeaders)).toEqual([[said]]);
    const codes = graph
      .all("aws:cloudfront/function:Function")
      .map(({ inputs }) => String(inputs["code"]));
    expect(codes).toHaveLength(1);
    // The function that chooses the origin sets no headers, so the distribution's apply.
    expect(codes[0]).toContain(
      'event.request.headers["x-connect-address"] = { value: event.viewer.ip };',
    );
    expect(codes[0]).not.toMatch(/customHeaders|x-connect-edge|marked/);
    const { environment } = graph.one(functionType, "ApiFunction").inputs as {
      environment: { variables: Record<string, string> };
    };
    const [first, ...others] = (environment.variables["EDGE_SECRETS"] ?? "").split(",");
    expect(first).toBe(marks.edgeSecret);
    expect(others).toHaveLength(1);
  });

  test("a request that found no route, with its key and the edge's secret, goes nowhere", () => {
    const { origins } = graph.inputs(
      "aws:cloudfront/distribution:Distribution",
      "EdgeCdnDistribution",
    ) as unknown as {
      origins: { domainName: string; customOriginConfig: { originProtocolPolicy: string } }[];
    };
    expect(origins).toHaveLength(1);
    for (const { domainName, customOriginConfig } of origins) {
      // Reserved by RFC 6761: nobody can register a name there.
      expect(domainName).toMatch(/^[a-z]+\.example$/);
      expect(customOriginConfig).toMatchObject({
        originProtocolPolicy: "https-only",
        originSslProtocols: ["TLSv1.2"],
      });
    }
  });

  test("a flood from one address ends at the edge", () => {
    const { scope, rules } = graph.inputs("aws:wafv2/webAcl:WebAcl", "EdgeWaf") as unknown as {
      scope: string;
      rules: Record<string, unknown>[];
    };
    expect(scope).toBe("CLOUDFRONT");
    expect(rules).toHaveLength(1);
    expect(rules[0]).toMatchObject({
      action: { block: {} },
      statement: { rateBasedStatement: { limit: 30_000, aggregateKeyType: "IP" } },
    });
  });
});
