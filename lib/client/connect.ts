import { createCatalogue } from "./catalogue.ts";
import { createControl } from "./control.ts";
import type { Operations } from "./generated/operations.ts";
import type { ToolTree } from "./generated/tree.ts";
import {
  completeOptions,
  webRuntime,
  type ConnectOptions,
  type RequestOptions,
} from "./options.ts";
import { createSyncs, createWaitForSync, type WaitForSync } from "./syncs.ts";
import type { Answer, OptionsOf, ToolId, ToolInput, ToolOutput } from "./tool-call.ts";
import { createExecute, toolTree, type AnyCallOptions, type Execute } from "./tool-tree.ts";
import { exportParts, lastOf } from "./export-parts.ts";
import { createDownload, createTransport, tryingAgain } from "./transport.ts";
import { createEvents, createWebhooks } from "./webhooks.ts";

export type Operation = Operations["operations.get"]["answer"]["data"];

/** The service as an object: every tool under `tools`, and the endpoints next to them. */
export class Connect {
  /** Every tool by its id: `connect.tools.banco_a.saldos.consultar({}, { connection })`. */
  readonly tools: ToolTree;
  readonly syncs: ReturnType<typeof createSyncs>;
  /** Returns when the job has ended; throws SyncFailed if it failed, unless told not to. */
  readonly waitForSync: WaitForSync;
  readonly webhooks: ReturnType<typeof createWebhooks>;
  readonly events: ReturnType<typeof createEvents>;
  /** The outcome of an emission, by its idempotency key or its operacionId. */
  readonly operations: { get(id: string, options?: RequestOptions): Promise<Operation> };
  /**
   * The document behind the `enlace.url` of a tool's answer: it works once, and only with this
   * credential.
   */
  readonly documents: {
    get(url: string, options?: RequestOptions): Promise<Uint8Array<ArrayBuffer>>;
  };
  /** The file behind the `url` of conexiones.exportacion.crear, part by part. */
  readonly exports: {
    parts(
      url: string,
      options?: RequestOptions,
    ): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>;
  };
  /** The available tools, as data. */
  readonly catalogue: ReturnType<typeof createCatalogue>;
  /** The keys for `verifyReceipt`; store them, and receipts verify offline. */
  readonly receipts: {
    keys(options?: RequestOptions): Promise<Operations["receipts.keys"]["answer"]["keys"]>;
  };
  readonly #execute: Execute;

  constructor(given: ConnectOptions = {}) {
    const options = completeOptions(given);
    const send = createTransport(options, webRuntime);
    const control = createControl(send);
    this.#execute = createExecute(send);
    this.tools = toolTree(this.#execute);
    this.syncs = createSyncs(control);
    this.waitForSync = createWaitForSync(control, webRuntime);
    this.webhooks = createWebhooks(control);
    this.events = createEvents(control);
    this.operations = {
      get: async (id, own) =>
        (await control("operations.get", { params: { id }, options: own })).data,
    };
    const download = createDownload(options, webRuntime);
    this.documents = {
      // Whatever host the link names: the credential is only sent to the service.
      get: async (url, own) => {
        const path = `/v1/documents/${lastOf(url)}`;
        return (await download({ method: "GET", path, options: own })).bytes;
      },
    };
    this.exports = { parts: exportParts(tryingAgain(download, webRuntime)) };
    this.catalogue = createCatalogue(control);
    this.receipts = {
      keys: async (own) => (await control("receipts.keys", { options: own })).keys,
    };
  }

  /** Calls a tool whose id is only known at run time: an agent's choice, or an error's fix. */
  call<Id extends ToolId>(
    toolId: Id,
    input: ToolInput<Id>,
    ...options: OptionsOf<Id>
  ): Promise<Answer<ToolOutput<Id>>>;
  call(
    toolId: string,
    input: Record<string, unknown>,
    options?: AnyCallOptions,
  ): Promise<Answer<unknown>>;
  call(
    toolId: string,
    input: Record<string, unknown>,
    options?: AnyCallOptions,
  ): Promise<Answer<unknown>> {
    return this.#execute(toolId, input, options);
  }
}
