import type { EventType, Gateway } from '@ccu-gateway/client';
import type { Message, Red } from '../red/red.js';
import { failureWords, RefusedMessage } from '../words/failure-words.js';
import { neededField, operationOf, textOf } from './fields.js';
import { gatewayOf } from './gateway-of.js';
import { serveInputs } from './inputs.js';
import { type NodeAtWork, registerNode, subscribe } from './register.js';

interface CallAt {
  readonly query: { readonly central: string | undefined };
  readonly signal: AbortSignal;
}

/** One kind of list: the event that announces another content, its reading, and the acknowledgement of an entry. */
interface List {
  readonly changedBy: EventType;
  read(gateway: Gateway, at: CallAt): Promise<readonly unknown[]>;
  acknowledge?(gateway: Gateway, at: CallAt & { readonly path: { readonly id: string } }): Promise<unknown>;
}

const LISTS: Readonly<Record<string, List>> = {
  problems: { changedBy: 'problems.changed', read: (gateway, at) => gateway.call('listProblems', at) },
  service: {
    changedBy: 'hub.service_message',
    read: (gateway, at) => gateway.call('listServiceMessages', at),
    acknowledge: (gateway, at) => gateway.call('acknowledgeServiceMessage', at),
  },
  alarm: {
    changedBy: 'hub.alarm_message',
    read: (gateway, at) => gateway.call('listAlarmMessages', at),
    acknowledge: (gateway, at) => gateway.call('acknowledgeAlarmMessage', at),
  },
  inbox: { changedBy: 'hub.inbox_changed', read: (gateway, at) => gateway.call('listInbox', at) },
};

/** The node that sends the problems, service messages, alarm messages or new devices, and acknowledges messages. */
export function registerMessage(red: Red): void {
  registerNode(red, 'ccu-gateway-message', (work) => {
    const { config, connection } = work;
    const name = textOf(config, 'list') ?? 'problems';
    serveInputs(work, async (message, signal) => {
      const list = listOf(name);
      const at = { query: { central: textOf(config, 'central') }, signal };
      const gateway = gatewayOf(connection);
      if (operationOf(message, config, ['get', 'acknowledge']) === 'acknowledge') {
        if (list.acknowledge === undefined) throw new RefusedMessage('acknowledge');
        const id = neededField(message, {}, 'payload');
        await list.acknowledge(gateway, { ...at, path: { id } });
        return { topic: name };
      }
      return listMessage(name, await list.read(gateway, at));
    });
    if (config.changes === true) sendChanges(work, name);
  });
}

function listOf(name: string): List {
  const list = Object.hasOwn(LISTS, name) ? LISTS[name] : undefined;
  if (list === undefined)
    throw new RefusedMessage('operation', { operation: name, names: Object.keys(LISTS).join(', ') });
  return list;
}

const listMessage = (name: string, entries: readonly unknown[]): Message => ({
  topic: name,
  payload: entries,
  count: entries.length,
});

/** The list is read after its event and after a loss: it is a state, so that the present one stands for all before. */
function sendChanges(work: NodeAtWork, name: string): void {
  const { red, node, config, connection, line } = work;
  const ending = new AbortController();
  let reading = false;
  let again = false;
  async function read(list: List): Promise<void> {
    again = reading;
    if (reading) return;
    reading = true;
    try {
      do {
        again = false;
        const at = { query: { central: textOf(config, 'central') }, signal: ending.signal };
        node.send(listMessage(name, await list.read(gatewayOf(connection), at)));
        line.succeed();
      } while (again);
    } catch (error) {
      if (!ending.signal.aborted) line.fail(failureWords(red._, error));
    } finally {
      reading = false;
    }
  }
  subscribe(work, {
    event: ({ type }) => {
      const list = listOf(name);
      if (type === list.changedBy) void read(list);
    },
    lost: () => void read(listOf(name)),
  });
  node.on('close', (_removed, done) => {
    ending.abort();
    done();
  });
}
