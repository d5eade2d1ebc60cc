/** Names ids and purposes only: it is written in clear to the key service's own log. */
export type KeyContext = Record<string, string>;

/** Wraps data keys. KMS where deployed, a master key file in local mode. */
export interface Keys {
  newDataKey(context: KeyContext): Promise<{ plain: Buffer; wrapped: Buffer }>;
  /** Fails when the context is not the one that the key was made with. */
  unwrap(wrapped: Buffer, context: KeyContext): Promise<Buffer>;
}
