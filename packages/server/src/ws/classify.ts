import type { RawSocket } from '@ccu-gateway/event-stream/websocket';
import type { House } from '@ccu-gateway/gateway-core/use-cases';

/** A socket that adds the kind of data point to every changed value, for clients that requested it. */
export interface ClassifyingSocket extends RawSocket {
  /** Looks into a message of the client: `classify` of a `subscribe` counts for the whole connection. */
  heard(message: string): void;
}

const CHANGED = '"type":"datapoint.value_changed"';
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Frames with the additions for classifying sockets: made once for all of them, because each frame goes to many. */
export type Classifier = (bytes: Uint8Array) => Uint8Array;

/** Frames that are remembered one by one, for sockets that get them in other batches. */
const MAX_FRAMES = 1_024;

export function createClassifier(house: Pick<House, 'dataPoint'>): Classifier {
  const batches = new WeakMap<Uint8Array, Uint8Array>();
  const frames = new Map<string, string | undefined>();

  function change(text: string): string | undefined {
    if (!text.includes(CHANGED)) return undefined;
    if (frames.has(text)) return frames.get(text);
    const changed = classified(text, house);
    if (frames.size >= MAX_FRAMES) frames.clear();
    frames.set(text, changed);
    return changed;
  }

  return (bytes) => {
    const known = batches.get(bytes);
    if (known !== undefined) return known;
    const rewritten = rewrite(bytes, change);
    batches.set(bytes, rewritten);
    return rewritten;
  };
}

/**
 * Frames are written once for all clients, so additions for some of them are made on the way to these. All others get
 * the frames untouched.
 */
export function classifyingSocket(socket: RawSocket, classify: Classifier): ClassifyingSocket {
  return new Classifying(socket, classify);
}

class Classifying implements ClassifyingSocket {
  private isOn = false;

  constructor(
    private readonly socket: RawSocket,
    private readonly classify: Classifier,
  ) {}

  heard(message: string): void {
    if (!message.includes('"classify"')) return;
    try {
      const { op, classify } = JSON.parse(message) as { readonly op?: unknown; readonly classify?: unknown };
      if (op === 'subscribe' && typeof classify === 'boolean') this.isOn = classify;
    } catch {
      // The reader of the whole message reports that it is no JSON.
    }
  }

  write(bytes: Uint8Array): boolean {
    return this.socket.write(this.isOn ? this.classify(bytes) : bytes);
  }

  onDrain(callback: () => void): void {
    this.socket.onDrain(callback);
  }

  onClose(callback: () => void): void {
    this.socket.onClose(callback);
  }

  progress(): number {
    return this.socket.progress?.() ?? 0;
  }

  destroy(): void {
    this.socket.destroy();
  }
}

/** Undefined for frames that stay as they are. */
function classified(text: string, house: Pick<House, 'dataPoint'>): string | undefined {
  const frame = JSON.parse(text) as { readonly payload: Payload };
  const { central, device_address: address, channel, parameter } = frame.payload;
  const point = house.dataPoint({ central, address, channel, parameter });
  if (!point.ok) return undefined;
  const { category, data_point_type } = point.value;
  return JSON.stringify({ ...frame, payload: { ...frame.payload, category, data_point_type } });
}

interface Payload {
  readonly central: string;
  readonly device_address: string;
  readonly channel: number;
  readonly parameter: string;
}

/** Goes through whole, unmasked text frames that lie one behind the other. */
function rewrite(bytes: Uint8Array, change: (text: string) => string | undefined): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const short = view.getUint8(at + 1);
    const start = at + (short === 126 ? 4 : short === 127 ? 10 : 2);
    const length = short === 126 ? view.getUint16(at + 2) : short === 127 ? Number(view.getBigUint64(at + 2)) : short;
    const end = start + length;
    const changed = change(decoder.decode(bytes.subarray(start, end)));
    parts.push(changed === undefined ? bytes.subarray(at, end) : textFrame(encoder.encode(changed)));
    at = end;
  }
  return parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
}

function textFrame(text: Uint8Array): Uint8Array {
  const { length } = text;
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.alloc(head + length);
  frame[0] = 0x81;
  frame[1] = head === 2 ? length : head === 4 ? 126 : 127;
  if (head === 4) frame.writeUInt16BE(length, 2);
  if (head === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.set(text, head);
  return frame;
}
