/** Contains only ids and purposes: the key service logs it unencrypted. */
export type DataKeyContext = Record<string, string>;

/** Wraps data keys. KMS when deployed, a master key file in local mode. */
export interface Keys {
  newDataKey(context: DataKeyContext): Promise<{ plain: Buffer; wrapped: Buffer }>;
  /** Fails when the context differs from the one that the key was made with. */
  unwrap(wrapped: Buffer, context: DataKeyContext): Promise<Buffer>;
}
