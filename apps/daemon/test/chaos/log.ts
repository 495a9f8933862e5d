import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { eventOf } from './ccu.js';
import type { Line } from './seen.js';

const EPOCH = /epoch:([\w-]+)/;

/** The visible records of the log as they lie at the broker, read without anything of the gateway. */
export async function readLog(servers: readonly string[], stream: string): Promise<readonly Line[]> {
  const connection = await connect({ servers: [...servers] });
  try {
    const { config, state } = await (await jetstreamManager(connection)).streams.info(stream);
    const epoch = EPOCH.exec(config.description ?? '')?.[1] ?? '';
    const lines: Line[] = [];
    if (state.messages === 0) return lines;
    const consumer = await jetstream(connection).consumers.get(stream);
    const messages = await consumer.consume();
    for await (const message of messages) {
      const header = (name: string) => JSON.parse(decodeURIComponent(message.headers?.get(name) || 'null'));
      if (header('Event-Hidden') !== true) lines.push(lineOf(epoch, message.seq, message.json()));
      if (message.seq >= state.last_seq) break;
    }
    return lines;
  } finally {
    await connection.close();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what is in the log is looked at as it is
function lineOf(epoch: string, seq: number, { type, payload }: any): Line {
  const says = type === 'datapoint.value_changed' && payload.parameter === 'ACTUAL_TEMPERATURE';
  const event = says && typeof payload.value === 'number' ? eventOf(payload.central, payload.value) : undefined;
  return { what: 'logged', epoch, seq, type, ...(event !== undefined && { event, ccu: payload.central }) };
}
