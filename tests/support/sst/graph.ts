import { evaluateStage, type Stage } from "./evaluate-stage.ts";
import type { Resource } from "./engine.ts";
import { installPlatform } from "./platform.ts";

type Inputs = Record<string, never>;

/** One statement of a policy, in comparable words: `Allow sqs:SendMessage on SyncQueue if …`. */
export interface Grant {
  effect: string;
  action: string;
  resource: string;
  conditions: string[];
}

/** The resources that a stage would create. */
export interface Graph {
  app: Record<string, unknown>;
  builds: Record<string, unknown>[];
  resources: readonly Resource[];
  all(type: string): Resource[];
  one(type: string, name: string): Resource;
  inputs(type: string, name: string): Inputs;
  /** What a role may do according to its policies. */
  grants(role: string): Grant[];
}

const graphs = new Map<string, Promise<Graph | null>>();

/**
 * Null, with one line of output, if the platform is not available because the registry is unreachable. Evaluated once
 * for all files of a process, because it costs seconds and nobody changes a graph.
 */
export function stageGraph(stage: Stage): Promise<Graph | null> {
  const key = JSON.stringify(stage);
  const graph = graphs.get(key) ?? evaluated(stage);
  graphs.set(key, graph);
  return graph;
}

async function evaluated(stage: Stage): Promise<Graph | null> {
  const missing = await installPlatform();
  if (missing !== null) {
    console.warn(`The infrastructure was not evaluated: ${missing}.`);
    return null;
  }
  return graphOf(await evaluateStage(stage));
}

function graphOf({ app, builds, resources }: Awaited<ReturnType<typeof evaluateStage>>): Graph {
  const all = (type: string) => resources.filter((resource) => resource.type === type);
  const one = (type: string, name: string): Resource => {
    const [found, ...others] = all(type).filter((resource) => resource.name === name);
    if (found === undefined || others.length > 0) {
      throw new Error(`${others.length + (found === undefined ? 0 : 1)} × ${type} ${name}`);
    }
    return found;
  };
  const logicalOf = logicalNames(resources);
  return {
    app,
    builds,
    resources,
    all,
    one,
    inputs: (type, name) => one(type, name).inputs as Inputs,
    grants: (role) => {
      const { inlinePolicies = [] } = one("aws:iam/role:Role", role).inputs as {
        inlinePolicies?: { policy: string }[];
      };
      return inlinePolicies.flatMap(({ policy }) => grantsOf(policy, logicalOf));
    },
  };
}

interface Statement {
  Effect: string;
  Action: string[];
  Resource: string[];
  Condition?: { test: string; variable: string; values: string[] }[];
}

function grantsOf(policy: string, logicalOf: (arn: string) => string): Grant[] {
  const { Statement } = JSON.parse(policy) as { Statement: Statement[] };
  return Statement.flatMap(({ Effect, Action, Resource, Condition = [] }) =>
    Action.flatMap((action) =>
      Resource.map((resource) => ({
        effect: Effect,
        action,
        resource: logicalOf(resource),
        conditions: Condition.map(
          ({ test, variable, values }) => `${test} ${variable} ${values.join("|")}`,
        ),
      })),
    ),
  );
}

/** Physical names end in a random suffix: turns an ARN back into the resource's own name. */
function logicalNames(resources: readonly Resource[]): (arn: string) => string {
  const names = new Map(
    resources.flatMap(({ name, inputs }) =>
      typeof inputs["name"] === "string" ? [[inputs["name"], name] as const] : [],
    ),
  );
  return (arn) => {
    const [, , service = "", , , ...rest] = arn.split(":");
    const path = rest.join(":").replace(/^(function:|role\/|key\/|schedule\/)/, "");
    const [physical = "", ...more] = path.split("/");
    return [`${service}:${names.get(physical) ?? physical}`, ...more].join("/");
  };
}
