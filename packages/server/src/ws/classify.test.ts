import type { RawSocket } from '@ccu-gateway/event-stream/websocket';
import { describe, expect, it } from 'vitest';
import { classifyingSocket, createClassifier } from './classify.js';

const POINT = { category: 'switch', data_point_type: 'switch' };

function world() {
  const written: Uint8Array[] = [];
  const raw: RawSocket = {
    write: (bytes) => {
      written.push(bytes);
      return written.length < 3;
    },
    onDrain: () => undefined,
    onClose: () => undefined,
    destroy: () => undefined,
  };
  let lookUps = 0;
  const classify = createClassifier({
    dataPoint: ({ parameter }) => {
      lookUps += 1;
      return parameter === 'STATE'
        ? ({ ok: true, value: POINT } as never)
        : { ok: false, code: 'not_found', what: 'parameter', message: 'no such parameter' };
    },
  });
  const open = () => classifyingSocket(raw, classify);
  return { socket: open(), open, written, lookUps: () => lookUps };
}

const changed = (parameter: string, value: unknown = true) =>
  `{"seq":1,"kind":"change","topic":"t","type":"datapoint.value_changed","ts":"x","payload":${JSON.stringify({ central: 'c', device_address: 'A', channel: 1, parameter, value })}}`;

function frame(text: string): Buffer {
  const body = Buffer.from(text);
  const head =
    body.length < 126
      ? Buffer.from([0x81, body.length])
      : body.length < 65_536
        ? Buffer.from([0x81, 126, body.length >> 8, body.length & 0xff])
        : Buffer.concat([
            Buffer.from([0x81, 127, 0, 0, 0, 0]),
            Buffer.from(new Uint32Array([body.length]).buffer).swap32(),
          ]);
  return Buffer.concat([head, body]);
}

function textsOf(bytes: Uint8Array): string[] {
  const buffer = Buffer.from(bytes);
  const texts: string[] = [];
  for (let at = 0; at < buffer.length; ) {
    const short = buffer[at + 1] ?? 0;
    const start = at + (short === 126 ? 4 : short === 127 ? 10 : 2);
    const length = short === 126 ? buffer.readUInt16BE(at + 2) : short === 127 ? buffer.readUInt32BE(at + 6) : short;
    texts.push(buffer.subarray(start, start + length).toString());
    at = start + length;
  }
  return texts;
}

describe('kinds of data points with changed values', () => {
  it('are looked up once for each frame, for any number of sockets and any batches', () => {
    const { open, written, lookUps } = world();
    const batch = Buffer.concat([frame(changed('STATE', 1)), frame(changed('STATE', 2))]);
    for (let i = 0; i < 60; i += 1) {
      const socket = open();
      socket.heard('{"op":"subscribe","topics":["*"],"classify":true}');
      socket.write(i % 2 === 0 ? batch : Buffer.from(batch));
    }
    expect(lookUps()).toBe(2);
    expect(new Set(written.map((bytes) => Buffer.from(bytes).toString('hex'))).size).toBe(1);
    expect(textsOf(written[0]!)[0]).toContain('"category":"switch"');
  });

  it('come only to sockets that requested them, and the others get the very same bytes', () => {
    const { socket, written } = world();
    const bytes = frame(changed('STATE'));
    expect(socket.write(bytes)).toBe(true);
    expect(written[0]).toBe(bytes);
    socket.heard('{"op":"subscribe","topics":["*"],"classify":true}');
    expect(socket.write(bytes)).toBe(true);
    expect(JSON.parse(textsOf(written[1] as Uint8Array)[0] ?? '')).toMatchObject({
      seq: 1,
      payload: { parameter: 'STATE', value: true, ...POINT },
    });
    socket.heard('{"op":"subscribe","topics":[]}');
    expect(socket.write(bytes)).toBe(false);
    expect(textsOf(written[2] as Uint8Array)[0]).toContain('"category":"switch"');
    socket.heard('{"op":"subscribe","topics":[],"classify":false}');
    socket.write(bytes);
    expect(written[3]).toBe(bytes);
  });

  it('leave everything else in a batch as it is, however long', () => {
    const { socket, written } = world();
    socket.heard('{"op":"subscribe","classify":true}');
    const others = [
      '{"op":"ping"}',
      changed('GONE'),
      `{"x":"${'ü'.repeat(40_000)}"}`,
      `{"type":"other","y":"${'z'.repeat(300)}"}`,
    ];
    socket.write(Buffer.concat([...others.map(frame), frame(changed('STATE', 'ä'.repeat(70_000)))]));
    const texts = textsOf(written[0] as Uint8Array);
    expect(texts.slice(0, -1)).toEqual(others);
    expect(JSON.parse(texts.at(-1) ?? '').payload).toMatchObject({ value: 'ä'.repeat(70_000), ...POINT });
  });

  it('are not switched by any other frame', () => {
    const { socket, written } = world();
    const bytes = frame(changed('STATE'));
    for (const text of ['{"op":"call","classify":true}', '{"classify":', '{"op":"subscribe","classify":"yes"}']) {
      socket.heard(text);
    }
    socket.write(bytes);
    expect(written[0]).toBe(bytes);
  });
});
