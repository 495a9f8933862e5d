import type { SnapshotOptions } from '@ccu-gateway/device-model';
import { nextTurn } from '../next-turn.js';
import type { House } from '../ports.js';

/** Where in the stream of events a snapshot stands. */
export interface SnapshotPosition {
  readonly seq: number;
  readonly epoch: string;
}

/** Lines made in one turn before everybody else gets theirs: about five milliseconds' worth. */
const LINES_PER_TURN = 250;

const ARRAYS = ['devices', 'programs', 'sysvars', 'rooms', 'functions', 'interfaces'] as const;
const ARRAY_OF_KIND = {
  device: 'devices',
  program: 'programs',
  sysvar: 'sysvars',
  room: 'rooms',
  function: 'functions',
  interface: 'interfaces',
} as const;

/** The snapshot as one JSON text, made from the same lines. */
export async function snapshotJson(
  house: House,
  options: SnapshotOptions,
  position: SnapshotPosition,
): Promise<string> {
  let generatedAt: unknown;
  const arrays: Record<(typeof ARRAYS)[number], string[]> = {
    devices: [],
    programs: [],
    sysvars: [],
    rooms: [],
    functions: [],
    interfaces: [],
  };
  const tree = createChannelTree(options.include?.includes('data_points') ?? false);
  let count = 0;
  for (const { kind, data } of house.snapshotLines({ ...options, placed: false })) {
    if (++count % LINES_PER_TURN === 0) await nextTurn();
    if (kind === 'meta') generatedAt = (data as { readonly generated_at: unknown }).generated_at;
    else if (kind === 'channel') tree.channel(data);
    else if (kind === 'data_point') tree.dataPoint(data);
    else {
      if (kind === 'device') tree.device(data as { readonly address: string; readonly central: string });
      arrays[ARRAY_OF_KIND[kind]].push(JSON.stringify(data));
    }
  }
  const members = ARRAYS.map((name) => `"${name}":[${arrays[name].join(',')}]`);
  if ((options.include ?? []).length > 0) members.push(`"device_channels":[${tree.text()}]`);
  const { seq, epoch } = position;
  const head = `"generated_at":${JSON.stringify(generatedAt)},"seq":${seq},"epoch":${JSON.stringify(epoch)}`;
  return `{${head},${members.join(',')}}`;
}

/** Puts channels under their devices and data points under their channels, as text, in the order the lines come in. */
function createChannelTree(withPoints: boolean) {
  const devices: string[] = [];
  let channels: string[] | undefined;
  let head = '';
  let channel: string | undefined;
  let points: string[] = [];

  const endChannel = () => {
    if (channel === undefined) return;
    const nested = withPoints ? `,"data_points":[${points.join(',')}]` : '';
    channels?.push(`${channel.slice(0, -1)}${nested}}`);
    channel = undefined;
    points = [];
  };
  const endDevice = () => {
    endChannel();
    if (channels !== undefined) devices.push(`${head}"channels":[${channels.join(',')}]}`);
    channels = undefined;
  };
  return {
    device({ address, central }: { readonly address: string; readonly central: string }) {
      endDevice();
      head = `{"device_address":${JSON.stringify(address)},"central":${JSON.stringify(central)},`;
      channels = [];
    },
    channel(summary: unknown) {
      endChannel();
      channel = JSON.stringify(summary);
    },
    dataPoint(summary: unknown) {
      points.push(JSON.stringify(summary));
    },
    text() {
      endDevice();
      return devices.join(',');
    },
  };
}

/** The snapshot as lines, made while they are being read. */
export function snapshotNdjson(
  house: House,
  options: SnapshotOptions,
  position: SnapshotPosition,
): ReadableStream<Uint8Array> {
  const lines = house.snapshotLines(options);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      let text = '';
      for (let count = 0; count < LINES_PER_TURN; count++) {
        const next = lines.next();
        if (next.done === true) {
          if (text !== '') controller.enqueue(encoder.encode(text));
          controller.close();
          return;
        }
        const { kind, data } = next.value;
        const whole = kind === 'meta' ? { kind, data: { ...(data as object), ...position } } : { kind, data };
        text += `${JSON.stringify(whole)}\n`;
      }
      controller.enqueue(encoder.encode(text));
      await nextTurn();
    },
    cancel() {
      lines.return();
    },
  });
}
