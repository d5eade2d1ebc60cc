import { isProduction } from "./stage.ts";

/** Wraps the data keys under which everything sealed stands. Lost, it takes all of that with it. */
export const dataKeys = new aws.kms.Key(
  "DataKeys",
  {
    description: `${$app.name} ${$app.stage}: wraps data keys`,
    // A year: old key material stays for unwrapping, so nothing has to be sealed anew.
    enableKeyRotation: true,
    rotationPeriodInDays: 365,
    // The longest there is: as long as that a deletion by mistake can be called off.
    deletionWindowInDays: 30,
  },
  { protect: isProduction },
);

/** Only under a context that names the organization, and nothing beside it. */
const organizationContext = [
  { test: "Null", variable: "kms:EncryptionContext:organization", values: ["false"] },
  {
    test: "ForAllValues:StringEquals",
    variable: "kms:EncryptionContextKeys",
    values: ["organization"],
  },
];

export const mayWrap = {
  actions: ["kms:GenerateDataKey"],
  resources: [dataKeys.arn],
  conditions: organizationContext,
};

export const mayUnwrap = {
  actions: ["kms:Decrypt"],
  resources: [dataKeys.arn],
  conditions: organizationContext,
};
