import type { Faults } from './faults/types.js';
import type { InterfaceName, WireValue } from './house/types.js';
import { type HttpAnswer, type HttpAsk, type HttpPortOptions, openHttpPort, type Port } from './net/http-port.js';
import type { Simulator } from './types.js';

type Arguments = Readonly<Record<string, unknown>>;

/** How each fault is switched over HTTP: one for every member of `Faults`, with the arguments of a JSON body. */
type FaultCommands = { readonly [Fault in keyof Faults]: (simulator: Simulator, args: Arguments) => unknown };

const COMMANDS: FaultCommands = {
  restart: ({ faults }, { downMs, bootSeconds }) =>
    faults.restart({ downMs: optional(downMs), bootSeconds: optional(bootSeconds) }),
  boot: ({ faults }, { seconds }) => faults.boot(number(seconds)),
  dropCallbacks: ({ faults }, { on, interface: name }) =>
    faults.dropCallbacks(flag(on), name as InterfaceName | undefined),
  dropCalls: ({ faults }, { on, interface: name }) => faults.dropCalls(flag(on), name as InterfaceName | undefined),
  losePongs: ({ faults }, { on, interface: name }) => faults.losePongs(flag(on), name as InterfaceName | undefined),
  loseDeliveries: ({ faults }, { count, interface: name }) =>
    faults.loseDeliveries(number(count), text(name) as InterfaceName),
  delayCallbacks: ({ faults }, { delayMs }) => faults.delayCallbacks(number(delayMs)),
  duplicateEvents: ({ faults }, { on }) => faults.duplicateEvents(flag(on)),
  slow: ({ faults }, { delayMs }) => faults.slow(number(delayMs)),
  halfOpen: ({ faults }, { on }) => faults.halfOpen(flag(on)),
  garbage: ({ faults }, { on }) => faults.garbage(flag(on)),
  exhaustSessions: ({ faults }, { on }) => faults.exhaustSessions(flag(on)),
  expireSessions: ({ faults }) => faults.expireSessions(),
  foreignScriptPort: ({ faults }, { serial }) =>
    faults.foreignScriptPort(serial === undefined ? undefined : text(serial)),
  cuxdForget: ({ faults }) => faults.cuxdForget(),
  forgetClients: ({ faults }, { interface: name }) => faults.forgetClients(text(name) as InterfaceName),
  clockJump: ({ faults }, { ms }) => faults.clockJump(number(ms)),
  burst: ({ faults }, { count, interface: name }) => ({
    emitted: faults.burst(number(count), name as InterfaceName | undefined),
  }),
  dutyCycle: ({ faults }, { percent }) => faults.dutyCycle(number(percent)),
  countAirtime: ({ faults }, { on }) => faults.countAirtime(flag(on)),
  carrierSense: ({ faults }, { percent }) => faults.carrierSense(number(percent)),
  radioModuleGone: ({ faults }, { on }) => faults.radioModuleGone(flag(on)),
  refuseWrites: ({ faults }, { on, device }) => faults.refuseWrites(flag(on), device as string | undefined),
  refuseDescriptions: ({ faults }, { on, address }) => faults.refuseDescriptions(flag(on), text(address)),
  refuseCalls: ({ faults }, { on, name, after, times }) =>
    faults.refuseCalls(flag(on), text(name), optional(after), optional(times)),
  unknownDevice: ({ faults }, { device, on }) => faults.unknownDevice(text(device), flag(on)),
  deadBackend: ({ faults }, { on, interface: name, listed }) =>
    faults.deadBackend(flag(on), text(name) as InterfaceName, listed === undefined ? undefined : flag(listed)),
  mutilateScripts: ({ faults }, { on }) => faults.mutilateScripts(flag(on)),
  logicLayerAway: ({ faults }, { on }) => faults.logicLayerAway(flag(on)),
  freezeLogicLayer: ({ faults }, { on, answersAfterMs }) => faults.freezeLogicLayer(flag(on), optional(answersAfterMs)),
  refuseScripts: ({ faults }, { on }) => faults.refuseScripts(flag(on)),
  swallowWrites: ({ faults }, { on }) => faults.swallowWrites(flag(on)),
  bareReplacements: ({ faults }, { on }) => faults.bareReplacements(flag(on)),
  jobs: ({ faults }, { job, outcome }) =>
    faults.jobs(oneOf(job, ['firmware', 'backup'] as const), oneOf(outcome, ['work', 'fail', 'hang'] as const)),
  withholdFiles: ({ faults }, { on }) => faults.withholdFiles(flag(on)),
  pageBehindBackup: ({ faults }, { on }) => faults.pageBehindBackup(flag(on)),
  unreachable: ({ faults }, { device, on }) => faults.unreachable(text(device), flag(on)),
  asleep: ({ faults }, { device, on }) => faults.asleep(text(device), flag(on)),
  clear: ({ faults }) => faults.clear(),
};

/**
 * Opens the control port: `POST /faults/<name>` with a JSON body of arguments, `POST /emit` with `{channelAddress,
 * parameter, value}`, `GET /state` and `GET /values/<channelAddress>`. It works during any fault.
 */
export function openControl(simulator: Simulator, options: Omit<HttpPortOptions, 'handle' | 'immune'>): Promise<Port> {
  return openHttpPort({ ...options, immune: true, handle: (ask) => route(simulator, ask) });
}

async function route(simulator: Simulator, ask: HttpAsk): Promise<HttpAnswer> {
  const path = new URL(ask.url, 'http://ccu').pathname;
  try {
    if (ask.method === 'GET') return read(simulator, path);
    if (ask.method !== 'POST') return json(405, { error: 'GET or POST' });
    const args = (ask.body.length === 0 ? {} : JSON.parse(ask.body.toString('utf8'))) as Arguments;
    if (path === '/emit') {
      simulator.emit(text(args.channelAddress), text(args.parameter), args.value as WireValue);
      return json(200, { ok: true });
    }
    const name = path.replace(/^\/faults\//, '');
    const command = commandOf(name);
    if (command === undefined) return json(404, { error: `no such fault; known: ${Object.keys(COMMANDS).join(', ')}` });
    return json(200, { ok: true, ...((await command(simulator, args)) as object | undefined) });
  } catch (error) {
    return json(400, { error: error instanceof Error ? error.message : 'bad request' });
  }
}

function commandOf(name: string): FaultCommands[keyof Faults] | undefined {
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name as keyof Faults] : undefined;
}

function read({ house, ports, registrations, interfaces, received }: Simulator, path: string): HttpAnswer {
  if (path === '/state') {
    return json(200, {
      ports,
      interfaces,
      devices: house.devices().length,
      registrations: registrations(),
      messages: house.messages(),
      calls: received.calls.length,
    });
  }
  const [, channelAddress] = /^\/values\/(.+)$/.exec(path) ?? [];
  if (channelAddress === undefined) return json(404, { error: 'GET /state or /values/<channelAddress>' });
  return json(200, house.values(decodeURIComponent(channelAddress)));
}

function json(status: number, body: unknown): HttpAnswer {
  return { status, headers: { 'Content-Type': 'application/json' }, body: Buffer.from(JSON.stringify(body), 'utf8') };
}

function number(value: unknown): number {
  if (typeof value !== 'number') throw new Error('a number is expected');
  return value;
}

function optional(value: unknown): number | undefined {
  return value === undefined ? undefined : number(value);
}

function flag(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new Error('true or false is expected');
  return value;
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value);
  if (found === undefined) throw new Error(`one of ${allowed.join(', ')} is expected`);
  return found;
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error('a text is expected');
  return value;
}
