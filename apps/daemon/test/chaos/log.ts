import { type JsMsg, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { digestOf, eventIn } from './events.js';
import type { Line, Seen } from './seen.js';

/** As it stands in the description of the stream, where every byte but letters, digits, `-` and `_` is `=` and two digits. */
const EPOCH = /epoch:([\w=-]+)/;

/** The records of the log as they lie at the broker, read without anything of the gateway. */
export async function readLog(servers: readonly string[], stream: string, seen: Seen): Promise<readonly Line[]> {
  const connection = await connect({ servers: [...servers] });
  try {
    const { config, state } = await (await jetstreamManager(connection)).streams.info(stream);
    const epoch = decodeURIComponent((EPOCH.exec(config.description ?? '')?.[1] ?? '').replaceAll('=', '%'));
    const lines: Line[] = [];
    if (state.messages === 0) return lines;
    const consumer = await jetstream(connection).consumers.get(stream);
    const messages = await consumer.consume();
    for await (const message of messages) {
      lines.push(lineOf(epoch, message, seen));
      if (message.seq >= state.last_seq) break;
    }
    return lines;
  } finally {
    await connection.close();
  }
}

/** The name of the server that leads the log just now. */
export async function leaderOf(servers: readonly string[], stream: string): Promise<string | undefined> {
  const connection = await connect({ servers: [...servers] });
  try {
    return (await (await jetstreamManager(connection)).streams.info(stream)).cluster?.leader;
  } finally {
    await connection.close();
  }
}

/** Texts for gateways alone come first, as long as the header says. */
function textOf(message: JsMsg, lengths: readonly number[] | null): string {
  return message.string().slice((lengths ?? []).reduce((sum, length) => sum + length, 0));
}

function lineOf(epoch: string, message: JsMsg, { terms, timeOf }: Seen): Line {
  const header = (name: string) => JSON.parse(decodeURIComponent(message.headers?.get(name) || 'null'));
  // Whose it is says the publisher that numbered it.
  const term = terms.get(String(header('Event-Id')).replace(/-\d+$/, ''));
  const record = { what: 'logged', epoch, seq: message.seq, t: timeOf(message.info.timestampNanos / 1e6), ...term };
  if (header('Event-Hidden') === true) return { ...record, hidden: true };
  // biome-ignore lint/suspicious/noExplicitAny: what is in the log is looked at as it is
  const { type, payload }: any = JSON.parse(textOf(message, header('Event-Before')));
  const event = eventIn(type, payload);
  return { ...record, type, body: digestOf(payload), ...(event !== undefined && { event, ccu: payload.central }) };
}
