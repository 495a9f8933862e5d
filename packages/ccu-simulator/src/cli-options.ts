import { type InterfaceName, isInterfaceName } from './house/interfaces.js';
import type { SimulatorUser } from './house/types.js';
import type { SimulatorOptions, SimulatorPortName } from './options.js';

/** Ports as a real CCU has them on the LAN; `--ports standard`. */
const STANDARD_PORTS: Readonly<Record<Exclude<SimulatorPortName, 'ssdp'>, number>> = {
  'HmIP-RF': 2010,
  'BidCos-RF': 2001,
  'BidCos-Wired': 2000,
  VirtualDevices: 9292,
  CUxD: 8701,
  jsonRpc: 8080,
  rega: 8181,
  control: 8182,
};

const PORT_NAMES: readonly string[] = [...Object.keys(STANDARD_PORTS), 'ssdp'];

/** Raw words of the command line. */
export interface CliArguments {
  readonly host?: string;
  readonly data?: string;
  readonly ports?: string;
  readonly 'control-port'?: string;
  readonly seed?: string;
  readonly rate?: string;
  readonly interfaces?: string;
  readonly user?: string;
  readonly auth?: boolean;
  readonly 'session-limit'?: string;
}

/** Thrown for invalid arguments; the message is for the user. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'usage';
}

export function readOptions(args: CliArguments): SimulatorOptions {
  const rate = args.rate === undefined ? 1 : natural('rate', args.rate);
  return {
    host: args.host,
    dataDir: args.data,
    ports: {
      ...readPorts(args.ports),
      ...(args['control-port'] ? { control: natural('control-port', args['control-port']) } : {}),
    },
    seed: args.seed === undefined ? undefined : natural('seed', args.seed),
    life: rate > 0 && { eventsPerSecond: rate },
    interfaces: args.interfaces === undefined ? undefined : args.interfaces.split(',').map(interfaceName),
    users: args.user === undefined ? undefined : args.user.split(',').map(readUser),
    authRequired: args.auth,
    sessionLimit: args['session-limit'] === undefined ? undefined : natural('session-limit', args['session-limit']),
  };
}

/** `standard`, or `NAME=PORT,NAME=PORT`; other ports are any free ones. */
function readPorts(text: string | undefined): Partial<Record<SimulatorPortName, number>> {
  if (text === undefined) return {};
  if (text === 'standard') return STANDARD_PORTS;
  return Object.fromEntries(
    text.split(',').map((entry) => {
      const [name = '', port = ''] = entry.split('=');
      if (!PORT_NAMES.includes(name)) {
        throw new UsageError(`--ports: unknown port "${name}"; known: ${PORT_NAMES.join(', ')}`);
      }
      return [name, natural('ports', port)];
    }),
  );
}

function interfaceName(name: string): InterfaceName {
  if (!isInterfaceName(name)) throw new UsageError(`--interfaces: unknown interface "${name}"`);
  return name;
}

/** `name:password:level`, level 8 administrator, 2 user, 1 guest, 0 none. */
function readUser(text: string): SimulatorUser {
  const [name = '', password = '', level = '8'] = text.split(':');
  const known = ([0, 1, 2, 8] as const).find((candidate) => String(candidate) === level);
  if (name === '' || known === undefined) throw new UsageError('--user: name:password:level with level 0, 1, 2 or 8');
  return { name, password, level: known };
}

function natural(option: string, text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isInteger(number) || number < 0)
    throw new UsageError(`--${option}: a whole number is expected`);
  return number;
}
