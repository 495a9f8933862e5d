/**
 * `secret_key_malformed`: the key text is not base64 of 32 bytes. `secret_key_missing`: sealed values exist and no key
 * does. `secret_key_unknown`: a value was sealed with another key. `secret_damaged`: it differs from the sealed value.
 */
export type SecretErrorCode = 'secret_key_malformed' | 'secret_key_missing' | 'secret_key_unknown' | 'secret_damaged';

/** Something is wrong with a key or a sealed value. The message names the field, never its content. */
export class SecretError extends Error {
  override readonly name = 'SecretError';
  constructor(
    readonly code: SecretErrorCode,
    message: string,
  ) {
    super(message);
  }
}
