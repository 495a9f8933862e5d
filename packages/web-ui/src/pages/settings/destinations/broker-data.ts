/** One entry of a section, as the gateway stores it; secrets show as `***`. */
export type Entry = Readonly<Record<string, unknown>>;

/** Address of a broker in parts. A WebSocket address stays whole in `host`, because its path matters. */
export interface BrokerAddress {
  readonly host: string;
  /** Empty: the usual one. */
  readonly port: string;
  readonly tls: boolean;
}

const PLAIN = /^mqtts?:\/\/[^/]+\/?$/i;

/** Parts of a stored address; empty for a new broker. */
export function addressOf(url: unknown): BrokerAddress {
  if (typeof url !== 'string' || !URL.canParse(url)) return { host: '', port: '', tls: false };
  if (!PLAIN.test(url)) return { host: url, port: '', tls: url.startsWith('wss:') };
  const { hostname, port, protocol } = new URL(url);
  return { host: hostname, port, tls: protocol === 'mqtts:' };
}

/**
 * The address that was meant. A whole URL in the field of the host counts as it is, but for a path after `mqtt://`; `host:port`
 * counts as both. A scheme that is none of MQTT is taken off.
 */
export function urlOf({ host, port, tls }: BrokerAddress): string {
  const text = host.trim();
  if (/^wss?:\/\//i.test(text)) return text;
  const [, scheme] = /^([a-z]+):\/\//i.exec(text) ?? [];
  const [, name = '', own = ''] = /^(\[[^\]]*\]|[^:/]*)(?::(\d*))?/.exec(text.replace(/^[a-z]+:\/\//i, '')) ?? [];
  const at = own || port.trim();
  return `${tls || scheme?.toLowerCase() === 'mqtts' ? 'mqtts' : 'mqtt'}://${name}${at === '' ? '' : `:${at}`}`;
}

/** Fields of the form of a broker. */
export interface BrokerInput extends BrokerAddress {
  readonly enabled: boolean;
  readonly username: string;
  /** Empty: the stored one stays. */
  readonly password: string;
  readonly prefix: string;
  readonly homeAssistant: boolean;
}

/** The entry to store; members that the form does not show keep their values. */
export function brokerOf(input: BrokerInput, stored: Entry = {}): Entry {
  const { password: kept, home_assistant: discovery, ...rest } = stored;
  const username = input.username.trim();
  const password = username === '' ? undefined : input.password === '' ? kept : input.password;
  return {
    ...rest,
    enabled: input.enabled,
    url: urlOf(input),
    username,
    prefix: input.prefix.trim(),
    home_assistant: { ...(discovery as Entry | undefined), enabled: input.homeAssistant },
    ...(password === undefined ? {} : { password }),
  };
}
