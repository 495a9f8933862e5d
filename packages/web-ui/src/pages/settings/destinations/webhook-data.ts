import type { Entry } from './broker-data.js';

/** Fields of the form of a webhook. */
export interface WebhookInput {
  readonly enabled: boolean;
  readonly url: string;
  /** Empty: the stored one stays. */
  readonly secret: string;
  /** One filter per line. */
  readonly topics: string;
  /** The receiver may be on this machine. */
  readonly local: boolean;
}

const LOOPBACK = ['127.0.0.1/32', '::1/128'];

const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

export function inputOf(stored: Entry | undefined): WebhookInput {
  const networks = textsOf(stored?.allow_networks);
  return {
    enabled: stored?.enabled !== false,
    url: String(stored?.url ?? ''),
    secret: '',
    topics: stored === undefined ? '*' : textsOf(stored.topics).join('\n'),
    local: networks.some((network) => /^(127\.|::1\/)/.test(network)),
  };
}

/** The entry to store; members and networks that the form does not show keep their values. */
export function webhookOf({ enabled, url, secret, topics, local }: WebhookInput, stored: Entry = {}): Entry {
  const { secret: kept, allow_networks: networks, ...rest } = stored;
  const others = textsOf(networks).filter((network) => !/^(127\.|::1\/)/.test(network));
  const own = textsOf(networks).filter((network) => !others.includes(network));
  return {
    ...rest,
    enabled,
    url: url.trim(),
    secret: secret === '' ? kept : secret,
    topics: topics
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    allow_networks: [...others, ...(local ? (own.length > 0 ? own : LOOPBACK) : [])],
  };
}

/** A secret of Standard Webhooks: 32 random bytes. */
export function newSecret(random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>): string {
  return `whsec_${btoa(String.fromCharCode(...random(new Uint8Array(32))))}`;
}
