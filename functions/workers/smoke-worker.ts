import * as z from "zod";
import { personalScope, type SystemContext } from "#lib/db/context.ts";
import { idPattern } from "#lib/kernel/ids.ts";
import { answerSmoke } from "#lib/smoke/index.ts";
import type { Vault } from "#lib/vault/index.ts";

interface SmokeDeps extends SystemContext {
  vault: Vault;
  /** Another browser than the packaged one. */
  chromiumPath?: string | undefined;
}

/** A request that checks whether a worker is alive. */
export const SmokeMessage = z
  .object({ jobId: z.string().regex(idPattern("smk")) })
  .transform(({ jobId }) => ({ smoke: jobId }));

/** What each job needs, without any portal: the key that seals, and a browser that shows a form. */
export function smokeWorker(
  deps: SmokeDeps,
  part: "sync" | "emission",
): (id: string, signal: AbortSignal) => Promise<void> {
  return (id, signal) =>
    answerSmoke(
      deps,
      { id, part },
      {
        seal: () =>
          deps.vault.seal(
            {
              organizationId: personalScope,
              purpose: "evidence",
              table: "smokes",
              column: "results",
              row: id,
            },
            Buffer.from(part),
          ),
        browser: async () => {
          const { checkBrowser } = await import("#lib/browser/index.ts");
          await checkBrowser({ chromiumPath: deps.chromiumPath, signal });
        },
      },
    );
}
