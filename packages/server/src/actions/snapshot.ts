import type { SnapshotOptions } from '@ccu-gateway/device-model';
import type { House } from '../ports.js';

/** Where in the stream of events a snapshot stands. */
export interface SnapshotPosition {
  readonly seq: number;
  readonly epoch: string;
}

/** Lines made in one turn before everybody else gets theirs: about five milliseconds' worth. */
const LINES_PER_TURN = 250;

/** The snapshot as one JSON text, and the parts of it that make it differ from another one. */
export async function snapshotJson(
  house: House,
  options: SnapshotOptions,
  position: SnapshotPosition,
): Promise<{ readonly text: string; readonly fingerprint: readonly string[] }> {
  const { generated_at, ...rest } = house.snapshot(options);
  const body = JSON.stringify({ ...position, ...rest });
  return { text: `{"generated_at":${JSON.stringify(generated_at)},${body.slice(1)}`, fingerprint: [body] };
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
      await new Promise<void>((resolve) => setImmediate(resolve));
    },
    cancel() {
      lines.return();
    },
  });
}
