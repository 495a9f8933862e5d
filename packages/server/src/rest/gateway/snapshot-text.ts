import type { SnapshotLine, SnapshotOptions } from '@ccu-gateway/device-model';
import type { House } from '@ccu-gateway/gateway-core/use-cases';
import type { TextPieces } from '../../turns/pieces.js';

/** Position of a snapshot in the stream of events. */
export interface SnapshotPosition {
  readonly seq: number;
  readonly epoch: string;
}

/** The snapshot as one JSON object, made while it is being read: a large installation is never in memory as one text. */
export function snapshotJson(house: House, options: SnapshotOptions, position: SnapshotPosition): TextPieces {
  return jsonPieces(house.snapshotLines({ ...options, placed: false }), position, options);
}

/** The snapshot as lines, made while they are being read. */
export function snapshotNdjson(house: House, options: SnapshotOptions, position: SnapshotPosition): TextPieces {
  return ndjsonPieces(house.snapshotLines(options), position);
}

function* ndjsonPieces(lines: Iterable<SnapshotLine>, position: SnapshotPosition): Generator<string, void, void> {
  for (const { kind, data } of lines) {
    const whole = kind === 'meta' ? { kind, data: { ...(data as object), ...position } } : { kind, data };
    yield `${JSON.stringify(whole)}\n`;
  }
}

const ARRAY_OF_KIND = {
  device: 'devices',
  program: 'programs',
  sysvar: 'sysvars',
  room: 'rooms',
  function: 'functions',
  interface: 'interfaces',
  description: 'descriptions',
} as const;

/**
 * One text for each line. Channels and data points are put under their devices as they come; everything else is little,
 * and is kept until they are done.
 */
function* jsonPieces(
  lines: Iterable<SnapshotLine>,
  { seq, epoch }: SnapshotPosition,
  { include = [], shared = false }: Pick<SnapshotOptions, 'include' | 'shared'>,
): Generator<string, void, void> {
  const withChannels = include.length > 0;
  const withPoints = include.includes('data_points');
  const arrays = new Map<string, string[]>(Object.values(ARRAY_OF_KIND).map((name) => [name, []]));
  if (!withPoints || !shared) arrays.delete(ARRAY_OF_KIND.description);
  // Closing text of the open channel and device; empty while none is open.
  let channelEnd = '';
  let deviceEnd = '';
  let beforePoint = '';
  /** Of the device that is open, by channel: they come after all of its channels. */
  let values: string[][] = [];
  const endDevice = () => {
    const texts = shared && withPoints ? `,"values":[${values.map((each) => `[${each.join(',')}]`).join(',')}]` : '';
    values = [];
    return deviceEnd === '' ? '' : `${channelEnd}]${texts}${deviceEnd}`;
  };
  for (const { kind, data } of lines) {
    if (kind === 'meta') {
      const { generated_at: at, not_read: notRead } = data as {
        readonly generated_at: unknown;
        readonly not_read: unknown;
      };
      const devices = withChannels ? ',"device_channels":[' : '';
      yield `{"generated_at":${JSON.stringify(at)},"seq":${seq},"epoch":${JSON.stringify(epoch)},"not_read":${JSON.stringify(notRead ?? [])}${devices}`;
    } else if (kind === 'channel') {
      const inChannel = withPoints && !shared;
      yield `${ended(channelEnd)}${JSON.stringify(data).slice(0, -1)}${inChannel ? ',"data_points":[' : ''}`;
      channelEnd = inChannel ? ']}' : '}';
      values.push([]);
      beforePoint = '';
    } else if (kind === 'value') {
      values.at(-1)?.push(JSON.stringify(data));
      yield '';
    } else if (kind === 'data_point') {
      yield `${beforePoint}${JSON.stringify(data)}`;
      beforePoint = ',';
    } else {
      arrays.get(ARRAY_OF_KIND[kind])?.push(JSON.stringify(data));
      if (kind !== 'device' || !withChannels) yield '';
      else {
        const { address, central } = data as { readonly address: string; readonly central: string };
        const where = `"device_address":${JSON.stringify(address)},"central":${JSON.stringify(central)}`;
        yield `${ended(endDevice())}{${where},"channels":[`;
        channelEnd = '';
        deviceEnd = '}';
      }
    }
  }
  if (withChannels) yield `${endDevice()}]`;
  for (const [name, texts] of arrays) yield `,"${name}":[${texts.join(',')}]`;
  yield '}';
}

const ended = (end: string): string => (end === '' ? '' : `${end},`);
