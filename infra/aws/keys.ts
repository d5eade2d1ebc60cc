import type { FunctionName } from "./bundle.ts";
import { sealing, type Purpose } from "./sealing.ts";
import { isProduction } from "./stage.ts";

/** Wraps the data keys under which everything is sealed. If it is lost, so is all of that. */
export const dataKeys = new aws.kms.Key(
  "DataKeys",
  {
    description: `${$app.name} ${$app.stage}: wraps data keys`,
    // One year: old key material still unwraps, so nothing has to be sealed again.
    enableKeyRotation: true,
    rotationPeriodInDays: 365,
    // The longest possible: until then a deletion by mistake can be cancelled.
    deletionWindowInDays: 30,
  },
  { protect: isProduction },
);

/** Only with a context of the organization and one of these purposes, and nothing else. */
function mayUse(action: string, purposes: readonly Purpose[]) {
  if (purposes.length === 0) return [];
  const conditions = [
    { test: "Null", variable: "kms:EncryptionContext:organization", values: ["false"] },
    { test: "StringEquals", variable: "kms:EncryptionContext:purpose", values: [...purposes] },
    {
      test: "ForAllValues:StringEquals",
      variable: "kms:EncryptionContextKeys",
      values: ["organization", "purpose"],
    },
  ];
  return [{ actions: [action], resources: [dataKeys.arn], conditions }];
}

export function maySeal(name: FunctionName) {
  const { seals, opens } = sealing[name];
  return [...mayUse("kms:GenerateDataKey", seals), ...mayOpen(opens)];
}

export function mayOpen(purposes: readonly Purpose[]) {
  return mayUse("kms:Decrypt", purposes);
}
