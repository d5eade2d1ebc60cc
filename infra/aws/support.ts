import { mayOpen } from "./keys.ts";
import { operators } from "./stage.ts";

/** Opens what failed jobs saw and nothing else that is sealed; for an hour, for the operators in the file. */
export const support =
  operators.length === 0
    ? null
    : new aws.iam.Role("Support", {
        name: `${$app.name}-${$app.stage}-support`,
        maxSessionDuration: 3600,
        assumeRolePolicy: aws.iam.getPolicyDocumentOutput({
          statements: [
            {
              actions: ["sts:AssumeRole"],
              principals: [{ type: "AWS", identifiers: operators }],
            },
          ],
        }).json,
        inlinePolicies: [
          {
            name: "evidence",
            policy: aws.iam.getPolicyDocumentOutput({ statements: mayOpen(["evidence"]) }).json,
          },
        ],
      });
