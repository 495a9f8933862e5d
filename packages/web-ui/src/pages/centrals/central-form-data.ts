import { KNOWN_INTERFACES, USUAL_INTERFACES } from '../../radio/interfaces.js';
import type { Central } from './central-facts.js';

/** Input for a CCU. */
export interface CentralDraft {
  readonly name: string;
  readonly host: string;
  readonly username: string;
  /** Empty: the stored one stays. */
  readonly password: string;
  readonly tls: boolean;
  readonly insecure: boolean;
  readonly enabled: boolean;
  /** Empty: the usual one. */
  readonly jsonPort: string;
  readonly interfaces: readonly string[];
  /** Ports by interface, where they are not the usual ones. */
  readonly ports: Readonly<Record<string, string>>;
}

export const EMPTY_DRAFT: CentralDraft = {
  name: 'home',
  host: '',
  username: '',
  password: '',
  tls: false,
  insecure: false,
  enabled: true,
  jsonPort: '',
  interfaces: USUAL_INTERFACES,
  ports: {},
};

export function draftOf(central: Central): CentralDraft {
  return {
    name: central.name,
    host: central.host,
    username: central.username ?? '',
    password: '',
    tls: central.tls ?? false,
    insecure: central.tls_insecure_skip_verify ?? false,
    enabled: central.enabled,
    jsonPort: central.json_rpc_port ? String(central.json_rpc_port) : '',
    interfaces: central.interfaces.map(({ name }) => name),
    ports: Object.fromEntries(central.interfaces.flatMap(({ name, port }) => (port ? [[name, String(port)]] : []))),
  };
}

/** The host of a pasted address: without scheme, user and path. */
function hostIn(text: string): string {
  const [host = ''] = text
    .trim()
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/^[^/@]*@/, '')
    .split(/[/?#]/, 1);
  return host;
}

/** Settings to send; members that the form does not show keep their stored values. */
export function settingsOf(draft: CentralDraft, stored?: Central): Central {
  const { created_at: _created, updated_at: _updated, serial: _serial, ...kept } = stored ?? ({} as Partial<Central>);
  const { password_plain: _password, ...rest } = kept;
  const port = Number(draft.jsonPort);
  return {
    ...rest,
    name: draft.name.trim(),
    host: hostIn(draft.host),
    enabled: draft.enabled,
    username: draft.username.trim(),
    tls: draft.tls,
    tls_insecure_skip_verify: draft.tls && draft.insecure,
    json_rpc_port: Number.isInteger(port) && port > 0 ? port : 0,
    interfaces: draft.interfaces.map((name) => {
      const { port: _port, ...before } = stored?.interfaces.find((each) => each.name === name) ?? { name };
      return { ...before, ...(draft.ports[name] ? { port: Number(draft.ports[name]) } : {}) };
    }),
    ...(draft.password === '' ? {} : { password_plain: draft.password }),
  };
}

/** The fields that cannot be meant. */
export function mistakesIn(draft: CentralDraft): readonly ('name' | 'host' | 'interfaces')[] {
  return [
    ...(/^[^\s#/]{1,64}$/.test(draft.name.trim()) ? [] : (['name'] as const)),
    ...(/^[A-Za-z0-9._:%-]{1,253}$/.test(hostIn(draft.host)) ? [] : (['host'] as const)),
    ...(draft.interfaces.length > 0 ? [] : (['interfaces'] as const)),
  ];
}

/** Interfaces in the list of a CCU that the gateway can connect; undefined for none. */
export function detectedOf(listed: readonly string[] | undefined): readonly string[] | undefined {
  const found = KNOWN_INTERFACES.filter((name) => listed?.includes(name) === true);
  return found.length === 0 ? undefined : found;
}
