// A runtime of Node-RED as far as the nodes use it, for tests without Node-RED.
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Message, type Red, type RedNode, registerNodes } from '../src/index.js';

type Start = (this: RedNode, config: Message) => void;
type Catalogue = { readonly [key: string]: string | Catalogue };

/** A node of the test, with all that it sent and showed. */
export interface FakeNode {
  /** Messages by output. */
  readonly sent: readonly (readonly Message[])[];
  readonly first: readonly Message[];
  readonly status: () => string;
  readonly warnings: readonly string[];
  /** Gives it a message; resolves with the messages of the first output, and rejects with its error. */
  receive(message: Message): Promise<readonly Message[]>;
}

const catalogue: Catalogue = JSON.parse(
  readFileSync(new URL('../public/locales/en-US/ccu-gateway.json', import.meta.url), 'utf8'),
);

function translate(key: string, values: Message = {}): string {
  const found = key.split('.').reduce<string | Catalogue>((at, part) => (at as Catalogue)[part] ?? key, catalogue);
  return String(found).replace(/__(\w+)__/g, (_, name: string) => String(values[name]));
}

/** Starts a runtime whose files are in `userDir`. */
export function startFakeRed(userDir: string) {
  const types = new Map<string, Start>();
  const nodes = new Map<string, RedNode>();
  const routes = new Map<string, (path: string, query: Message) => Promise<{ status: number; body: unknown }>>();
  const closers: { readonly id: string; readonly close: () => Promise<void> }[] = [];
  const events = new EventEmitter();
  const red: Red = {
    nodes: {
      createNode: () => {},
      registerType: (type, start) => void types.set(type, start),
      getNode: (id) => nodes.get(id),
    },
    events,
    httpAdmin: {
      get: (path, ...handlers) =>
        routes.set(path, async (asked, query) => {
          const [, , connection = '', list = ''] = asked.split('/');
          const answer = { status: 200, body: undefined as unknown };
          const response = {
            status: (code: number) => {
              answer.status = code;
              return response;
            },
            json: (body: unknown) => Object.assign(answer, { body }),
          };
          await handlers.at(-1)?.({ params: { connection, list }, query }, response, () => {});
          return answer;
        }),
    },
    auth: { needsPermission: () => (_request, _response, next) => next() },
    settings: { userDir },
    _: translate,
  };
  registerNodes(red);

  /** Puts a node into the flow. */
  function add(id: string, type: string, config: Message, credentials?: Readonly<Record<string, string>>): FakeNode {
    const listeners = new EventEmitter();
    const sent: Message[][] = [[], []];
    const warnings: string[] = [];
    let status = '';
    const send = (message: Message | readonly (Message | null)[]) => {
      const outputs = (Array.isArray(message) ? message : [message]) as readonly (Message | null)[];
      for (const [index, each] of outputs.entries()) if (each !== null) sent[index]?.push(each);
    };
    const node: RedNode = {
      id,
      credentials,
      on: (event: string, listener: (...args: never[]) => void) => void listeners.on(event, listener as () => void),
      send,
      status: ({ text = '' }) => {
        status = text;
      },
      warn: (text) => warnings.push(text),
    };
    types.get(type)?.call(node, { id, type, ...config });
    nodes.set(id, node);
    const close = async () => {
      const closed = listeners.listeners('close').map((listener) => new Promise<void>((done) => listener(false, done)));
      nodes.delete(id);
      await Promise.all(closed);
    };
    closers.push({ id, close });
    return {
      sent,
      first: sent[0] ?? [],
      status: () => status,
      warnings,
      receive: (message) =>
        new Promise((resolve, reject) => {
          const answers: Message[] = [];
          const done = (error?: Error) => (error ? reject(error) : resolve(answers));
          listeners.emit('input', message, (answer: Message) => answers.push(answer), done);
        }),
    };
  }

  return {
    add,
    /** All nodes are there. */
    started: () => void events.emit('flows:started'),
    /** Nodes are about to be replaced. */
    stopping: () => void events.emit('flows:stopping'),
    /** The answer to a request of the editor. */
    ask: (path: string, query: Message = {}) => routes.get('/ccu-gateway/:connection/:list')!(path, query),
    /** Closes all nodes, the connection last, as Node-RED does. */
    async stop(): Promise<void> {
      events.emit('flows:stopping');
      for (const { close } of closers.reverse()) await close();
    },
  };
}
