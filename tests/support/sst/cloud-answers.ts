type Values = Record<string, unknown>;

const region = "us-east-1";
const account = "123456789012";

interface Statement {
  effect?: string;
  actions?: string[];
  resources?: string[];
  principals?: { type: string; identifiers: string[] }[];
  conditions?: { test: string; variable: string; values: string[] }[];
}

/** The answers of the provider's own look-ups. */
export function answerCall(token: string, inputs: Values): object {
  if (token === "aws:iam/getPolicyDocument:getPolicyDocument") {
    const statements = (inputs["statements"] ?? []) as Statement[];
    return { ...inputs, json: JSON.stringify(policyOf(statements)) };
  }
  const answer = lookUps[token];
  if (answer === undefined) throw new Error(`nobody answers ${token}`);
  return answer;
}

const lookUps: Record<string, object> = {
  "aws:index/getPartition:getPartition": { partition: "aws", dnsSuffix: "amazonaws.com" },
  "aws:index/getRegion:getRegion": { region, name: region, id: region },
  "aws:index/getCallerIdentity:getCallerIdentity": { accountId: account },
};

function policyOf(statements: Statement[]): object {
  return {
    Version: "2012-10-17",
    Statement: statements.map(
      ({ effect = "Allow", actions, resources, principals, conditions }) => ({
        Effect: effect,
        Action: actions,
        ...(resources !== undefined && { Resource: resources }),
        ...(principals !== undefined && { Principal: principals }),
        ...(conditions !== undefined && conditions.length > 0 && { Condition: conditions }),
      }),
    ),
  };
}

const validation = {
  domainName: "connect.example.org",
  resourceRecordName: "_validation.connect.example.org",
  resourceRecordType: "CNAME",
  resourceRecordValue: "_validation.acm.example.org",
};

/** The computed properties of a created resource. */
export function stateOf(type: string, name: string, inputs: Values): Values {
  const given = inputs["name"];
  const physical = typeof given === "string" ? given : name;
  const url = `https://sqs.${region}.amazonaws.com/${account}/${physical}`;
  const host = name.toLowerCase();
  const known: Record<string, Values> = {
    "aws:sqs/queue:Queue": { arn: arn("sqs", physical), url },
    "aws:lambda/function:Function": { arn: arn("lambda", `function:${physical}`), publish: false },
    "aws:lambda/functionUrl:FunctionUrl": { functionUrl: `https://${host}.lambda-url.on.aws/` },
    "aws:kms/key:Key": { arn: arn("kms", `key/${name}`), keyId: name },
    "aws:iam/role:Role": { arn: `arn:aws:iam::${account}:role/${physical}` },
    "aws:scheduler/scheduleGroup:ScheduleGroup": {
      arn: arn("scheduler", `schedule-group/${physical}`),
    },
    "aws:acm/certificate:Certificate": { domainValidationOptions: [validation] },
    "aws:cloudfront/distribution:Distribution": { domainName: `${host}.cloudfront.net` },
    "random:index/randomBytes:RandomBytes": { base64: Buffer.alloc(32).toString("base64") },
  };
  const service = /^aws:([a-z0-9]+)/.exec(type)?.[1] ?? "none";
  return { name: physical, arn: arn(service, physical), ...known[type] };
}

function arn(service: string, what: string): string {
  return `arn:aws:${service}:${region}:${account}:${what}`;
}
