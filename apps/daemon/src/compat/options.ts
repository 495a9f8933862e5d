import { parseArgs } from 'node:util';
import { INTERFACE_NAMES } from '@ccu-gateway/ccu-client';
import type { CompatOptions } from '@ccu-gateway/ccu-client/compat';

type Environment = Readonly<Record<string, string | undefined>>;

/** Options for the CCU, without those of the run itself. */
export type CompatTarget = Omit<CompatOptions, 'callbacks' | 'write' | 'signal' | 'onResult'>;

export interface CompatArguments {
  /** A CCU of the configuration, or one that is described on the command line. */
  readonly target:
    | { readonly kind: 'central'; readonly name: string; readonly configArgs: readonly string[] }
    | { readonly kind: 'host'; readonly ccu: CompatTarget };
  readonly callbackHost: string | undefined;
  readonly write: boolean;
  readonly json: boolean;
  readonly report: string;
}

/** Invalid command line. `fix` is the remedy. */
export class CompatUsage extends Error {
  override readonly name = 'CompatUsage';

  constructor(
    message: string,
    readonly fix = 'ccu-gateway compat --help',
    /** Exit code. */
    readonly exit = 2,
    readonly code = 'usage',
  ) {
    super(message);
  }
}

const DEFAULT_REPORT = 'ccu-gateway-compat-report.md';

/** @throws CompatUsage */
export function readCompatArguments(argv: readonly string[], env: Environment): CompatArguments {
  const values = parsed(argv);
  const common = {
    callbackHost: values['callback-host'],
    write: values.write === true,
    json: values.json === true,
    report: values.report ?? DEFAULT_REPORT,
  };
  const host = values.host ?? (values.central === undefined ? env.CCU_GATEWAY_CCU_HOST : undefined);
  if (values.central !== undefined) {
    if (values.host !== undefined) throw new CompatUsage('--central and --host name two CCUs', 'leave one of them out');
    const configArgs = (['config', 'data-dir'] as const).flatMap((flag) =>
      values[flag] === undefined ? [] : [`--${flag}`, values[flag]],
    );
    return { target: { kind: 'central', name: values.central, configArgs }, ...common };
  }
  if (host === undefined || host === '') {
    throw new CompatUsage('no CCU is named', 'name it with --central NAME or --host HOST (CCU_GATEWAY_CCU_HOST)');
  }
  if (!/^[\x21-\x7e]{1,255}$/.test(host) || /[/?#@\\]/.test(host)) {
    throw new CompatUsage('--host is a host name or an address, without a port', 'name ports with --interfaces');
  }
  return {
    target: {
      kind: 'host',
      ccu: {
        host,
        interfaces: readInterfaces(values.interfaces),
        ...readLogin(values.username, values['no-login'] === true, env),
        jsonRpcPort: readPort('json-rpc-port', values['json-rpc-port']),
        regaPort: readPort('rega-port', values['rega-port']),
        tls: values.tls === true,
        tlsFingerprint: readFingerprint(values['tls-fingerprint']),
        tlsInsecureSkipVerify: values['tls-insecure-skip-verify'] === true,
      },
    },
    ...common,
  };
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        central: { type: 'string' },
        host: { type: 'string' },
        interfaces: { type: 'string' },
        'json-rpc-port': { type: 'string' },
        'rega-port': { type: 'string' },
        username: { type: 'string' },
        'no-login': { type: 'boolean' },
        tls: { type: 'boolean' },
        'tls-fingerprint': { type: 'string' },
        'tls-insecure-skip-verify': { type: 'boolean' },
        'callback-host': { type: 'string' },
        report: { type: 'string' },
        write: { type: 'boolean' },
        json: { type: 'boolean' },
        config: { type: 'string' },
        'data-dir': { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new CompatUsage(error instanceof Error ? (error.message.split('. ')[0] ?? '') : 'unknown option');
  }
}

/** `HmIP-RF,BidCos-RF=2001`; all there are when none is named. */
function readInterfaces(text: string | undefined): CompatTarget['interfaces'] {
  if (text === undefined) return INTERFACE_NAMES.map((name) => ({ name }));
  return text.split(',').map((entry) => {
    const [name, port] = entry.split('=');
    const found = INTERFACE_NAMES.find((each) => each === name);
    if (found === undefined) throw new CompatUsage(`--interfaces: known are ${INTERFACE_NAMES.join(', ')}`);
    return { name: found, ...(port === undefined ? {} : { port: readPort('interfaces', port) }) };
  });
}

function readPort(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new CompatUsage(`--${option}: a port is 0 to 65535`);
  return Number(text);
}

function readFingerprint(text: string | undefined): string | undefined {
  if (text === undefined || /^[0-9a-f]{64}$/i.test(text.replaceAll(':', ''))) return text;
  throw new CompatUsage('--tls-fingerprint is a SHA-256, 64 hexadecimal digits');
}

/** The password is never an argument. */
function readLogin(flag: string | undefined, noLogin: boolean, env: Environment) {
  if (noLogin) return {};
  const username = flag ?? env.CCU_GATEWAY_CCU_USERNAME;
  const password = env.CCU_GATEWAY_CCU_PASSWORD;
  if (username === undefined || username === '' || password === undefined) {
    throw new CompatUsage(
      'user name and password of the CCU are needed, and no terminal is there to ask at',
      'set CCU_GATEWAY_CCU_USERNAME and CCU_GATEWAY_CCU_PASSWORD, or add --no-login',
    );
  }
  return { username, password };
}
