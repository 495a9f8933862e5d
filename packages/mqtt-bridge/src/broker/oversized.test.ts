import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPacketGuard, LARGEST_READ, type Oversized } from './oversized.js';

/** The bytes of a packet. */
function packet(first: number, body: Buffer): Buffer {
  const header = [first];
  let length = body.length;
  do {
    header.push((length % 128) + (length >= 128 ? 128 : 0));
    length = Math.floor(length / 128);
  } while (length > 0);
  return Buffer.concat([Buffer.from(header), body]);
}

function publish(topic: string, size: number, qos: 0 | 1 = 0): Buffer {
  const name = Buffer.from(topic);
  const head = Buffer.concat([Buffer.from([name.length >> 8, name.length & 0xff]), name]);
  const id = qos === 0 ? Buffer.alloc(0) : Buffer.from([0x12, 0x34]);
  const rest = Buffer.alloc(Math.max(0, size - head.length - id.length), 0x20);
  return packet(0x30 | (qos << 1), Buffer.concat([head, id, rest]));
}

/** Gives these chunks to a guard. */
function pass(chunks: readonly Buffer[]) {
  const dropped: Oversized[] = [];
  const sent: Buffer[] = [];
  const guard = createPacketGuard({
    version: 5,
    onOversized: (message) => dropped.push(message),
    send: (bytes) => sent.push(bytes),
  });
  return { passed: Buffer.concat(chunks.flatMap((chunk) => guard.pass(chunk))), dropped, sent };
}

/** The bytes in chunks of these lengths, again and again. */
function cut(bytes: Buffer, lengths: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0, index = 0; at < bytes.length; index += 1) {
    const length = lengths[index % lengths.length] ?? 1;
    chunks.push(bytes.subarray(at, at + length));
    at += length;
  }
  return chunks;
}

const oversized = (topic: string, qos: 0 | 1 = 0) => publish(topic, LARGEST_READ + 1, qos);

it('passes every packet up to the limit byte for byte, however it is cut', () => {
  const small = fc.record({
    topic: fc.stringMatching(/^[a-z/]{1,20}$/),
    size: fc.nat(400),
    qos: fc.constantFrom(0, 1),
  });
  fc.assert(
    fc.property(
      fc.array(small, { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 5 }),
      (messages, lengths) => {
        const bytes = Buffer.concat(messages.map(({ topic, size, qos }) => publish(topic, size, qos === 0 ? 0 : 1)));
        const { passed, dropped } = pass(cut(bytes, lengths));
        expect(passed.equals(bytes)).toBe(true);
        expect(dropped).toEqual([]);
      },
    ),
  );
});

it('drops a message above the limit between others, names its topic and acknowledges it, however it is cut', () => {
  const before = publish('a/b', 20, 1);
  const after = publish('c', LARGEST_READ);
  const bytes = Buffer.concat([before, oversized('homeassistant/device/x/config', 1), after]);
  for (const lengths of [[1_000_000_000], [65_536], [1, 3, 7, 50_000], [before.length + 1, 2, 5, 100_000]]) {
    const { passed, dropped, sent } = pass(cut(bytes, lengths));
    expect(passed.equals(Buffer.concat([before, after]))).toBe(true);
    expect(dropped).toEqual([{ topic: 'homeassistant/device/x/config', bytes: LARGEST_READ + 1 }]);
    expect(Buffer.concat(sent)).toEqual(Buffer.from([0x40, 2, 0x12, 0x34]));
  }
});

it('passes a header that arrives byte by byte', () => {
  const bytes = Buffer.concat([publish('topic', 300), publish('topic', 20_000)]);
  const { passed } = pass(cut(bytes, [1]));
  expect(passed.equals(bytes)).toBe(true);
});

it('sends no acknowledgement for a message of quality 0, and names the beginning of a long topic', () => {
  const { dropped, sent } = pass([oversized('x'.repeat(60_000))]);
  expect(sent).toEqual([]);
  expect(dropped).toEqual([{ topic: 'x'.repeat(1_024), bytes: LARGEST_READ + 1 }]);
});

it('refuses another packet that is above the limit', () => {
  const guard = createPacketGuard({ version: 5, onOversized: () => {}, send: () => {} });
  expect(() => guard.pass(packet(0x90, Buffer.alloc(LARGEST_READ + 1)))).toThrow('no message');
});

it('a reason code that a PUBACK must not have becomes a general one, however the bytes are cut', () => {
  const bytes = Buffer.from([0x40, 3, 0, 7, 0x95, 0x40, 4, 0, 8, 0x97, 0, 0x40, 2, 0, 9]);
  const expected = Buffer.from([0x40, 3, 0, 7, 0x83, 0x40, 4, 0, 8, 0x97, 0, 0x40, 2, 0, 9]);
  for (const lengths of [[100], [1], [2, 3], [4]]) {
    const { passed } = pass(cut(Buffer.from(bytes), lengths));
    expect(passed).toEqual(expected);
  }
});
