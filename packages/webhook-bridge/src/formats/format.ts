/** Content of a delivery: the same id and content on each attempt. */
export interface Message {
  readonly id: string;
  readonly type: 'events' | 'test';
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly data: object;
}

/** Signed parts of a delivery. */
export interface Signed {
  readonly id: string;
  /** Seconds since the Unix epoch. */
  readonly timestamp: number;
  readonly body: string;
}

/** Form of deliveries. The beginning of a secret names its format. */
export interface WebhookFormat {
  /** Beginning of its secrets. */
  readonly prefix: string;
  /** Form of its secrets, in words. */
  readonly secretForm: string;
  readonly contentType: string;
  /** The key of a secret; undefined where the text has another form. */
  readSecret(text: string): Uint8Array | undefined;
  bodyOf(message: Message): string;
  /** The headers by which a receiver verifies the sender and time of a delivery, and recognises a repetition. */
  headersOf(signed: Signed, key: Uint8Array): Readonly<Record<string, string>>;
}
