import { apiOperations, wsCommands } from '@ccu-gateway/server';
import { expect, vi } from 'vitest';
import { type Frame, openSocket, type Socket } from '../socket.js';
import { startWorld, type World, type WorldOptions } from '../world.js';
import { wireHouse } from './house.js';
import { type Ask, isOperation, type RefusedRow, type WriteRow } from './row.js';
import { spelled } from './spelled.js';

const PATIENCE = { timeout: 50_000, interval: 20 } as const;

type Answer = { readonly answer: unknown; readonly error?: Frame };

/** Another way in than REST and the WebSocket, which answers elsewhere. */
export interface Through {
  /** Who the history says it was. */
  readonly user: string;
  ask(asked: Ask): void;
}

/** Asks a running gateway, and knows what its CCU got and its clients heard. */
export interface WireWorld {
  readonly world: World;
  /** Does one write and holds everything that follows against the row. */
  write(row: WriteRow, through?: Through): Promise<void>;
  /** Asks without expecting anything. */
  tried(
    row: Pick<WriteRow, 'of' | 'as' | 'ask'>,
  ): Promise<{ readonly error?: Frame; readonly writes: readonly string[] }>;
  /** Does one write that is refused. */
  refuse(row: RefusedRow): Promise<void>;
  /** What was heard of the house and written down since the beginning, when everything was to stay as it was. */
  quiet(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** A gateway with the whole house connected and its logic layer read. */
export async function startWireWorld(options: WorldOptions = {}): Promise<WireWorld> {
  const { simulator: simulated, ...rest } = options;
  const world = await startWorld({ ...rest, simulator: { house: wireHouse(), ...simulated } });
  // The logic layer is read a moment after the interfaces are connected, and what is not there is read last.
  await vi.waitFor(
    async () => {
      const [update] = (await world.call('GET', '/api/v1/system/update')).json;
      if (update?.observed !== true) throw new Error('the hub was not read yet');
    },
    { timeout: 50_000, interval: 20 },
  );
  return wireOf(world);
}

async function wireOf(world: World): Promise<WireWorld> {
  const { simulator, call } = world;
  const sockets = new Map<string, Socket>();
  const listener = await openSocket(world, 'viewer');
  listener.send({ op: 'subscribe', topics: ['*'] });
  await listener.until((frame) => frame.op === 'subscribed');
  let last = 0;

  async function socketOf(role: 'admin' | 'operator' | 'viewer'): Promise<Socket> {
    const socket = sockets.get(role) ?? (await openSocket(world, role));
    sockets.set(role, socket);
    return socket;
  }

  async function command(name: string, role: 'admin' | 'operator' | 'viewer', args: unknown): Promise<Answer> {
    const socket = await socketOf(role);
    last += 1;
    const id = String(last);
    socket.send({ op: 'call', id, command: name, args });
    const frame = await socket.until((each) => each.op === 'result' && each.id === id);
    return { answer: frame.data, error: frame.error };
  }

  const askedIn = async ({ ask: asked }: Pick<WriteRow, 'ask'>) =>
    typeof asked === 'function' ? await asked(simulator.house, world) : asked;

  async function ask(row: Pick<WriteRow, 'of' | 'as' | 'ask'>): Promise<Answer> {
    const { of, as = lowestRole(of) } = row;
    const { params = {}, query = {}, body, headers, args = {} } = await askedIn(row);
    if (!isOperation(of)) return command(of, as, args);
    const [method = '', path = ''] = of.split(' ');
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const search = new URLSearchParams(query).toString();
    const url = `/api/v1${target}${search === '' ? '' : `?${search}`}`;
    const answer = await call(method, url, { as, body, ...(headers === undefined ? {} : { headers }) });
    return { answer: [answer.status, answer.json], error: answer.status < 400 ? undefined : answer.json };
  }

  async function tried(row: Pick<WriteRow, 'of' | 'as' | 'ask'>) {
    simulator.received.clear();
    const { error } = await ask(row);
    return { error, writes: spelled(simulator.received).writes };
  }

  /** Newest first, without those that only say that somebody came. */
  async function history(): Promise<readonly Frame[]> {
    const { json } = await call('GET', '/api/v1/audit?limit=30');
    return json.filter(({ action }: Frame) => action !== 'auth.request');
  }

  const begun = new Set((await history()).map(({ id }) => id));

  return {
    world,
    async write(row, through) {
      await row.before?.(world);
      const known = new Set((await history()).map(({ id }) => id));
      const from = listener.frames.length;
      const wire = typeof row.wire === 'function' ? row.wire(simulator.house) : row.wire;
      const stream = typeof row.stream === 'function' ? row.stream(simulator.house) : row.stream;
      simulator.received.clear();
      if (through !== undefined) {
        through.ask(await askedIn(row));
        await expect.poll(() => spelled(simulator.received).writes, PATIENCE).toEqual(wire);
      } else {
        const { answer, error } = await ask(row);
        expect({ answer, error }, row.title).toEqual({ answer: row.answer, error: undefined });
      }
      // What was heard while the row is looked at; a frame that never comes is told with those that came.
      const heard = () => listener.frames.slice(from).map(({ type, topic, payload }) => ({ type, topic, payload }));
      const expected = stream.map(({ payload, ...frame }) =>
        expect.objectContaining({ ...frame, payload: expect.objectContaining(payload) }),
      );
      await expect.poll(heard, PATIENCE).toEqual(expect.arrayContaining(expected));
      const { writes, reads } = spelled(simulator.received);
      expect(writes).toEqual(wire);
      expect(reads).toEqual(expect.arrayContaining((row.reads ?? []).map(isCall)));
      const written = async () => (await history()).filter(({ id }) => !known.has(id)).toReversed();
      await expect
        .poll(written, PATIENCE)
        .toMatchObject(
          through === undefined ? row.audit : row.audit.map((entry) => ({ ...entry, user: through.user })),
        );
    },
    tried,
    async refuse(row) {
      const { error, writes } = await tried(row);
      expect(error, 'it was not refused').toBeDefined();
      expect(typeof row.code === 'string' ? error.code : [error.status, error.code]).toEqual(row.code);
      if (row.errors !== undefined) expect(error.errors).toMatchObject(row.errors);
      expect(writes).toEqual([]);
    },
    async quiet() {
      // What everybody hears marks the end of all that was published before.
      simulator.emit('00F1C0DE000011:1', 'ACTUAL_TEMPERATURE', 33.3);
      await listener.until((frame) => frame.payload?.value === 33.3);
      // Some devices are read for their configuration a while after the start, which says what they are and not what was done.
      const heard = listener.frames
        .filter(({ type }) => /^(datapoint|schedules|hub|device\.(trigger|created|removed))/.test(type ?? ''))
        .filter(({ type, payload }) => type !== 'hub.metrics_changed' && payload.device_address !== '00F1C0DE000011')
        .map(({ type, topic }) => `${type} ${topic}`);
      // A refused setup is on record as a refused sign-in is; everything else that was refused is not.
      const isRefusedSetup = ({ action, outcome }: Frame) => action === 'setup.create' && outcome === 'refused';
      const written = (await history()).filter((entry) => !begun.has(entry.id) && !isRefusedSetup(entry));
      return [...heard, ...written.map(({ action }) => action)];
    },
    async close() {
      for (const socket of [listener, ...sockets.values()]) socket.close();
      await world.close();
    },
  };
}

const isCall = (call: string | RegExp) => (typeof call === 'string' ? call : expect.stringMatching(call));

function lowestRole(of: string): 'admin' | 'operator' | 'viewer' {
  const access = isOperation(of)
    ? apiOperations.find(({ method, path }) => `${method} ${path}` === of)?.access
    : wsCommands.find(({ name }) => name === of)?.access;
  return access === 'admin' || access === 'operator' ? access : 'viewer';
}
