declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  interface Parameters {
    readonly version: 'aes128gcm';
    /** Of the sender to encrypt, of the receiver to decrypt. */
    readonly privateKey: ECDH;
    /** Public key of the receiver, in base64url. */
    readonly dh?: string;
    readonly authSecret: string;
  }

  export function encrypt(content: Buffer, parameters: Parameters): Buffer;
  export function decrypt(content: Buffer, parameters: Parameters): Buffer;
}
