import { answerCall, stateOf } from "./cloud-answers.ts";
import { plainOf } from "./plain-values.ts";

/** A resource as the components asked for it. */
export interface Resource {
  type: string;
  name: string;
  inputs: Record<string, unknown>;
  /** Inputs that the state keeps encrypted. */
  secret: string[];
  protect: boolean;
  retained: boolean;
}

interface MockResource {
  type: string;
  name: string;
  inputs: Record<string, unknown>;
}

interface Transformed {
  type: string;
  name: string;
  opts: { protect?: boolean; retainOnDelete?: boolean };
}

/** The parts used of the platform's own engine library. */
export interface Pulumi {
  runtime: {
    setMocks(
      mocks: {
        call(args: { token: string; inputs: Record<string, unknown> }): object;
        newResource(args: MockResource): { id: string; state: object };
      },
      project: string,
      stack: string,
    ): Promise<void>;
    runInPulumiStack(program: () => Promise<unknown>): Promise<unknown>;
    registerStackTransformation(transformation: (args: Transformed) => undefined): void;
    disconnect(): Promise<void>;
  };
}

/** Runs a stage's program against a cloud that accepts everything, and lists what was requested. */
export async function evaluate(
  pulumi: Pulumi,
  stage: string,
  program: () => Promise<unknown>,
): Promise<Resource[]> {
  const resources: Resource[] = [];
  const options = new Map<string, Transformed["opts"]>();
  await pulumi.runtime.setMocks(
    {
      call: ({ token, inputs }) => answerCall(token, plainOf(inputs).value),
      newResource: ({ type, name, inputs }) => {
        const { value, secret } = plainOf(inputs);
        resources.push({ type, name, inputs: value, secret, protect: false, retained: false });
        return { id: `${name}-id`, state: { ...inputs, ...stateOf(type, name, value) } };
      },
    },
    "connect",
    stage,
  );
  await pulumi.runtime.runInPulumiStack(async () => {
    pulumi.runtime.registerStackTransformation(({ type, name, opts }) => {
      options.set(`${type} ${name}`, opts);
      return undefined;
    });
    return program();
  });
  await pulumi.runtime.disconnect();
  return resources.map((resource) => {
    const opts = options.get(`${resource.type} ${resource.name}`);
    const { protect = false, retainOnDelete = false } = opts ?? {};
    return { ...resource, protect, retained: retainOnDelete };
  });
}
