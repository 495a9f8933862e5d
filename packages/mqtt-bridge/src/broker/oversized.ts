import type { ProtocolVersion } from './settings.js';

/** The largest packet that the bridge reads, in bytes after the fixed header. The largest discovery message has a quarter of it. */
export const LARGEST_READ = 1_048_576;
/** A topic has up to 65 535 bytes; the incident names its first ones. */
const NAMED_BYTES = 1_024;

const PUBLISH = 3;
const PUBACK = 0x40;

/** Reason codes that a PUBACK may have. mqtt.js reads no packet after one with another code, such as mosquitto sends. */
const PUBACK_REASONS: ReadonlySet<number> = new Set([0, 0x10, 0x80, 0x83, 0x87, 0x90, 0x91, 0x97, 0x99]);
const IMPLEMENTATION_SPECIFIC = 0x83;
/** Position of the reason code in the body of a PUBACK. */
const REASON_AT = 2;

/** A message that was dropped. */
export interface Oversized {
  readonly topic: string;
  /** Bytes after the fixed header. */
  readonly bytes: number;
}

export interface GuardOptions {
  readonly version: ProtocolVersion;
  readonly onOversized: (message: Oversized) => void;
  /** Sends bytes to the broker. */
  readonly send: (bytes: Buffer) => void;
}

/** Reads the packets of a broker before mqtt.js does. */
export interface PacketGuard {
  /**
   * The pieces of the chunk that are passed on.
   *
   * @throws Error where the broker sends a packet above `LARGEST_READ` that is no PUBLISH
   */
  pass(chunk: Buffer): readonly Buffer[];
}

/**
 * Passes on the packets of a broker, and drops each PUBLISH above `LARGEST_READ` without keeping its bytes: mqtt.js
 * collects a packet in memory before it reports it. A dropped message of quality 1 is acknowledged. A PUBACK with a reason
 * code that the standard does not allow there passes as "implementation specific error".
 */
export function createPacketGuard(options: GuardOptions): PacketGuard {
  return new ScanningGuard(options);
}

/** A PUBLISH that is being dropped. */
interface Dropping {
  readonly bytes: number;
  readonly qos: number;
  /** Bytes that are still to come. */
  left: number;
  /** The first bytes: length of the topic, topic, packet identifier. */
  head: Buffer;
}

/** A class, because a packet spans chunks. */
class ScanningGuard implements PacketGuard {
  /** Fixed header of a packet of which not all bytes have come. */
  private header: number[] = [];
  /** Bytes of an accepted packet that are still to come. */
  private passing = 0;
  private dropping: Dropping | undefined;
  /** Bytes before the reason code of a PUBACK; undefined in all other packets. */
  private reasonIn: number | undefined;
  private passed: Buffer[] = [];

  constructor(private readonly options: GuardOptions) {}

  pass(chunk: Buffer): readonly Buffer[] {
    this.passed = [];
    this.scan(chunk);
    return this.passed;
  }

  private scan(chunk: Buffer): void {
    // Start of the bytes that are passed on in one piece; a header that began in an earlier chunk is pushed on its own.
    let from = 0;
    let at = 0;
    while (at < chunk.length) {
      if (this.dropping !== undefined) {
        at = this.skip(this.dropping, chunk, at);
        from = at;
      } else if (this.passing > 0) {
        const taken = Math.min(this.passing, chunk.length - at);
        if (this.reasonIn !== undefined) this.checkReason(chunk, at, taken);
        this.passing -= taken;
        at += taken;
      } else {
        const start = at;
        const before = this.header.length;
        at = this.readHeader(chunk, at);
        const length = lengthIn(this.header);
        if (length === undefined) {
          this.keep(chunk, from, start);
          return;
        }
        const [first = 0] = this.header;
        if (length > LARGEST_READ) {
          this.keep(chunk, from, start);
          this.dropping = droppingOf(first, length);
        } else {
          this.passing = length;
          this.reasonIn = this.options.version === 5 && first === PUBACK && length > REASON_AT ? REASON_AT : undefined;
          if (before > 0) {
            this.passed.push(Buffer.from(this.header));
            from = at;
          }
        }
        this.header = [];
      }
    }
    this.keep(chunk, from, chunk.length);
  }

  private checkReason(chunk: Buffer, at: number, taken: number): void {
    const before = this.reasonIn ?? 0;
    this.reasonIn = before < taken ? undefined : before - taken;
    if (before >= taken || PUBACK_REASONS.has(chunk[at + before] ?? 0)) return;
    chunk[at + before] = IMPLEMENTATION_SPECIFIC;
  }

  private readHeader(chunk: Buffer, start: number): number {
    let at = start;
    while (at < chunk.length && lengthIn(this.header) === undefined) {
      this.header.push(chunk[at] ?? 0);
      at += 1;
    }
    return at;
  }

  private keep(chunk: Buffer, from: number, to: number): void {
    if (to > from) this.passed.push(chunk.subarray(from, to));
  }

  private skip(dropping: Dropping, chunk: Buffer, at: number): number {
    const taken = Math.min(dropping.left, chunk.length - at);
    const wanted = headLength(dropping) - dropping.head.length;
    if (wanted > 0) dropping.head = Buffer.concat([dropping.head, chunk.subarray(at, at + Math.min(taken, wanted))]);
    // The length of the topic may have come with these bytes.
    const more = headLength(dropping) - dropping.head.length;
    if (wanted > 0 && more > 0 && wanted < taken) {
      dropping.head = Buffer.concat([dropping.head, chunk.subarray(at + wanted, at + Math.min(taken, wanted + more))]);
    }
    dropping.left -= taken;
    if (dropping.left === 0) {
      this.dropping = undefined;
      this.dropped(dropping);
    }
    return at + taken;
  }

  private dropped({ head, bytes, qos }: Dropping): void {
    const end = 2 + topicLength(head);
    this.options.onOversized({ topic: head.subarray(2, Math.min(end, 2 + NAMED_BYTES)).toString(), bytes });
    if (qos > 0 && head.length >= end + 2) {
      this.options.send(Buffer.from([PUBACK, 2, head[end] ?? 0, head[end + 1] ?? 0]));
    }
  }
}

function droppingOf(first: number, bytes: number): Dropping {
  if (first >> 4 !== PUBLISH) throw new Error(`The broker sent a packet of ${bytes} bytes that is no message`);
  return { bytes, qos: (first >> 1) & 3, left: bytes, head: Buffer.alloc(0) };
}

const topicLength = (head: Buffer): number => (head.length < 2 ? 0 : head.readUInt16BE(0));

/** Bytes of a PUBLISH before its properties or payload. */
const headLength = ({ head }: Dropping): number => (head.length < 2 ? 2 : 4 + topicLength(head));

/** The remaining length in a fixed header; undefined where bytes of it are missing. */
function lengthIn(header: readonly number[]): number | undefined {
  let length = 0;
  for (let index = 1; index < header.length; index += 1) {
    const byte = header[index] ?? 0;
    length += (byte & 0x7f) * 128 ** (index - 1);
    if (byte < 0x80) return length;
    // The parser of mqtt.js reports a fifth byte.
    if (index === 4) return 0;
  }
  return undefined;
}
