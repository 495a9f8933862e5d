import type { DataPointSummary } from '@ccu-gateway/contract/types';
import { type DeviceView, GatewayError, unlessRefused } from '@ccu-gateway/gateway-core';
import { decodeSegment, encodeSegment } from '../../topics/segment.js';
import type { Command } from '../command.js';
import { hasState, shownReading, shownValue } from '../device.js';
import type { DevicePlace } from '../house.js';
import type { HubViewOf } from '../hub.js';
import { millis, type TreeMessage } from '../message.js';
import { type OtherTreeOptions, type Subjects, subjectsOf } from '../other.js';
import { jsonOrText, PayloadError } from '../payload.js';
import type { Said } from '../said.js';
import type { Asked, Tree } from '../tree.js';

/** Interface of the devices that CCU-Jack itself makes. */
const VIRTUAL = 'CCU-Jack';

const LAYOUT = [
  { root: 'device', levels: 3 },
  { root: 'virtdev', levels: 3 },
  { root: 'sysvar', levels: 1 },
  { root: 'program', levels: 1 },
] as const;

/** Roots of objects that the CCU numbers. */
const BY_NUMBER: ReadonlySet<string> = new Set(['sysvar', 'program']);
const QOS = 1 as const;

type Root = (typeof LAYOUT)[number]['root'];

/** The topics of CCU-Jack: devices by address, variables and programs by their number at the CCU. */
export function createCcuJackTree(options: OtherTreeOptions): Tree {
  return new CcuJackTree(options);
}

/** A class, because it keeps which devices CCU-Jack makes. */
class CcuJackTree implements Tree {
  readonly isNamed = false;
  readonly goodbye = [];
  readonly commandFilters: readonly string[];
  readonly publishedFilters: readonly string[];
  private readonly start: string;
  private readonly subjects: Subjects;
  private readonly virtual = new Set<string>();

  constructor(private readonly options: OtherTreeOptions) {
    const { house, central, prefix } = options;
    this.start = prefix === '' ? '' : `${prefix}/`;
    this.subjects = subjectsOf(options);
    this.commandFilters = this.filtersOf((root) => (BY_NUMBER.has(root) ? ['set', 'get'] : ['set']));
    this.publishedFilters = this.filtersOf(() => ['status']);
    for (const device of unlessRefused(() => house.devices.list({ central })) ?? []) this.note(device);
  }

  device({ device, dataPoints }: DeviceView, seq: number): readonly TreeMessage[] {
    if (device.central !== this.options.central) return [];
    this.note(device);
    return [...dataPoints].flatMap(([channel, points]) =>
      points.filter(hasState).map((point) => {
        const { val, ts = 0 } = shownValue(point, seq);
        return { ...this.statusOf(device.address, channel, point.parameter), payload: writtenValue(ts, val), seq };
      }),
    );
  }

  said(said: Said): readonly TreeMessage[] {
    const { place, channel, seq } = said;
    if (place.central !== this.options.central || said.kind === 'custom' || said.kind === 'calculated') return [];
    if (said.kind === 'trigger') {
      const { parameter, value, at } = said;
      const payload = writtenValue(at, value);
      return [{ ...this.statusOf(place.address, channel, parameter), payload, seq, momentary: { at } }];
    }
    const { val, ts = 0 } = shownReading(said.reading, seq);
    return [{ ...this.statusOf(place.address, channel, said.parameter), payload: writtenValue(ts, val), seq }];
  }

  hub(view: HubViewOf, seq: number): readonly TreeMessage[] {
    if (view.central !== this.options.central) return [];
    const variables = view.sysvars
      .filter(({ observed, vid }) => observed && vid !== undefined)
      .map(({ vid = 0, name, value, modified_at, last_seen_at }) => ({
        topic: this.topicOf('sysvar', 'status', vid),
        subject: this.subjects.hub('sysvar', name),
        payload: writtenValue(millis(modified_at ?? last_seen_at) ?? 0, value),
        qos: QOS,
        seq,
      }));
    const programs = view.programs.map(({ id, last_executed }) => ({
      topic: this.topicOf('program', 'status', id),
      subject: this.subjects.hub('program', id),
      payload: writtenValue(millis(last_executed) ?? 0, false),
      qos: QOS,
      seq,
    }));
    return [...variables, ...programs];
  }

  rename(): readonly DevicePlace[] {
    return [];
  }

  ownerOf(topic: string): string | undefined {
    const parts = this.partsOf(topic);
    if (parts?.verb !== 'status') return undefined;
    // CCU-Jack may keep devices of its own that the gateway does not have.
    if (parts.root === 'virtdev' && this.virtual.size === 0) return undefined;
    return this.options.central;
  }

  read(topic: string, payload: Buffer): Asked | undefined {
    const { root, verb, path = [] } = this.partsOf(topic) ?? {};
    const [first = '', channel = '', parameter = ''] = path;
    if (verb === 'set' && (root === 'device' || root === 'virtdev')) {
      return this.setPoint(first, channel, parameter, readValue(payload));
    }
    if (verb === 'get' && (root === 'sysvar' || root === 'program')) {
      const status = this.topicOf(root, 'status', first);
      return { command: { kind: 'tell', topic: status }, subject: this.subjects.hub(root, first) };
    }
    if (verb === 'set' && root === 'sysvar') return this.setVariable(first, readValue(payload));
    if (verb === 'set' && root === 'program') return this.runProgram(first, readValue(payload));
    return undefined;
  }

  private setPoint(device: string, channel: string, parameter: string, value: unknown): Asked {
    const { house, central } = this.options;
    const at = { central, address: device, channel: Number(channel), parameter };
    const type = unlessRefused(() => house.devices.getValue(at))?.type;
    const command: Command = { kind: 'set', central, device, channel, parameter, value: forType(value, type) };
    return { command, subject: this.subjects.set(device, at.channel, parameter) };
  }

  private setVariable(id: string, value: unknown): Asked {
    const { house, central } = this.options;
    const found = house.sysvars.list({ central }).find(({ vid }) => String(vid) === id);
    if (found === undefined) {
      throw new GatewayError('not_found', `${central} has no variable ${id}`, { reason: 'not_found' });
    }
    const { name, value_type } = found;
    const whole = forType(value, value_type === 'LIST' ? 'LIST' : undefined);
    return { command: { kind: 'sysvar', central, name, value: whole }, subject: this.subjects.sysvar(name) };
  }

  private runProgram(program: string, value: unknown): Asked {
    if (typeof value !== 'boolean') throw new PayloadError('A program takes true or false');
    const { central } = this.options;
    const command: Command = value ? { kind: 'program', central, program } : { kind: 'nothing' };
    return { command, subject: this.subjects.program(program) };
  }

  private note({ address, interface: at }: { readonly address: string; readonly interface: string }): void {
    if (at === VIRTUAL) this.virtual.add(address);
    else this.virtual.delete(address);
  }

  private statusOf(address: string, channel: number, parameter: string) {
    const root = this.virtual.has(address) ? 'virtdev' : 'device';
    return {
      topic: this.topicOf(root, 'status', address, channel, parameter),
      subject: this.subjects.status(address, channel, parameter),
      qos: QOS,
    };
  }

  private topicOf(root: Root, verb: string, ...path: readonly (string | number)[]): string {
    return `${this.start}${[root, verb, ...path.map((each) => encodeSegment(String(each)))].join('/')}`;
  }

  private filtersOf(verbs: (root: Root) => readonly string[]): readonly string[] {
    return LAYOUT.flatMap(({ root, levels }) =>
      verbs(root).map((verb) => `${this.start}${root}/${verb}${'/+'.repeat(levels)}`),
    );
  }

  /** Parsed topic; undefined for one of another layout. */
  private partsOf(topic: string) {
    if (!topic.startsWith(this.start)) return undefined;
    const [root, verb, ...path] = topic.slice(this.start.length).split('/');
    const layout = LAYOUT.find((each) => each.root === root && each.levels === path.length);
    return layout && { root: layout.root, verb, path: path.map(decodeSegment) };
  }
}

/** The state of a value that is right, and of one that is not known. */
const GOOD = 0;
const BAD = 200;

/**
 * A value as CCU-Jack writes it.
 *
 * @example
 * writtenValue(1_700_000_000_000, 21.5); // '{"ts":1700000000000,"v":21.5,"s":0}'
 */
const writtenValue = (ts: number, v: unknown): string =>
  JSON.stringify({ ts, v: v ?? null, s: (v ?? null) === null ? BAD : GOOD });

const MEMBERS: ReadonlySet<string> = new Set(['ts', 'v', 's']);

/**
 * Value of a payload: an object of nothing but `v`, `ts` and `s`, any other JSON unchanged, or bare text.
 *
 * @throws PayloadError where it is too large or no UTF-8
 * @example
 * readValue(Buffer.from('{"v":true}')); // true
 */
function readValue(payload: Buffer): unknown {
  const value = jsonOrText(payload);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { ts = 0, v = null, s = 0 } = value as { readonly ts?: unknown; readonly v?: unknown; readonly s?: unknown };
  const isWritten = Object.keys(value).every((key) => MEMBERS.has(key));
  return isWritten && Number.isInteger(ts) && Number.isInteger(s) ? v : value;
}

/** Numbers of options and whole numbers lose their fraction, and nothing is no impulse. */
function forType(value: unknown, type: DataPointSummary['type'] | 'LIST'): unknown {
  if (value === null) return undefined;
  const isWhole = type === 'ENUM' || type === 'INTEGER' || type === 'LIST';
  return isWhole && typeof value === 'number' ? Math.trunc(value) : value;
}
