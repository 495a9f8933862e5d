import type { InterfaceName } from '../house/types.js';
import type { SimulatedHouse } from '../live/house.js';
import type { GroupBook } from '../live/hub.js';
import type { HttpAnswer, HttpAsk } from '../net/http-port.js';
import type { Sessions } from './sessions.js';

export interface LiteSiteContext {
  readonly sessions: Sessions;
  readonly state: Pick<SimulatedHouse, 'registry' | 'rooms' | 'functions' | 'store'>;
}

const json = (status: number, body: unknown): HttpAnswer => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
});

/** Web server of a CCU without a logic layer: its identification, a login, and all names. */
export function createLiteSite(context: LiteSiteContext): (ask: HttpAsk) => HttpAnswer {
  const { sessions } = context;
  return (ask) => {
    const { pathname, searchParams } = new URL(ask.url, 'http://ccu');
    const sid = /^Bearer (.+)$/.exec(ask.headers.authorization ?? '')?.[1];
    switch (`${ask.method} ${pathname}`) {
      case 'GET /api/meta/v1/version':
        return json(200, {
          api: 'meta',
          version: 1,
          format: 1,
          revision: 1,
          implementation: 'simulator',
          capabilities: { pairing: false, state: true, history: false, apis: { meta: 1, rpc: 1, auth: 1 } },
        });
      case 'POST /api/auth/v1/login':
        return login(context, ask.body);
      case 'POST /api/auth/v1/logout':
        return json(sessions.logout(sid) ? 200 : 401, {});
      case 'GET /api/meta/v1/snapshot':
        return sessions.user(sid) === undefined
          ? json(401, { error: 'unauthenticated', message: 'no credential' })
          : json(200, snapshot(context));
      case 'GET /api/rpc/v1/state':
        return sessions.user(sid) === undefined
          ? json(401, { error: 'unauthenticated', message: 'no credential' })
          : json(200, statePage(context, searchParams));
      default:
        return { status: 404, headers: { 'Content-Type': 'text/html' }, body: '<html><body>Not found</body></html>' };
    }
  };
}

function login({ sessions }: LiteSiteContext, body: Buffer): HttpAnswer {
  const { username, password } = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
  const sid = sessions.login(String(username), String(password));
  return sid === undefined ? json(401, { error: 'unauthenticated', message: 'no' }) : json(200, { sid });
}

/** Rooms and functions form trees. */
function snapshot({ state }: LiteSiteContext): unknown {
  const objects: Record<string, { name: string; enums: string[]; meta: object; orphaned: boolean }> = {};
  const members = new Map<string, string[]>();
  const tree = (id: string, book: GroupBook) => {
    for (const group of book.all()) {
      for (const address of group.channelAddresses) {
        members.set(address, [...(members.get(address) ?? []), `${id}/all/${group.id}`]);
      }
    }
    const children = book.all().map(({ id: node, name }) => ({ id: String(node), name }));
    return { name: { en: id }, tree: [{ id: 'all', name: 'Haus', children }] };
  };
  const enums = { room: tree('room', state.rooms), function: tree('function', state.functions) };
  for (const device of state.registry.all()) {
    const own = [{ address: device.description.ADDRESS, name: device.name }];
    for (const { description, name } of device.channels) own.push({ address: description.ADDRESS, name });
    for (const { address, name } of own) {
      objects[`${device.interfaceName}.${address}`] = {
        name,
        enums: members.get(address) ?? [],
        meta: {},
        orphaned: false,
      };
    }
  }
  return { format: 1, revision: 1, objects, enums };
}

/** Parameters that are kept beside those that begin with ERROR_; the store of such a CCU is no copy of all values. */
const KEPT = new Set(
  'STATE LEVEL LEVEL_2 ACTUAL_TEMPERATURE SET_POINT_TEMPERATURE HUMIDITY POWER ENERGY_COUNTER UNREACH STICKY_UNREACH LOW_BAT LOWBAT CONFIG_PENDING UPDATE_PENDING SABOTAGE'.split(
    ' ',
  ),
);
const DEFAULT_LIMIT = 1_000;
const MAX_LIMIT = 5_000;

/** A page of the reported values, with the start of the next one in `next`. */
function statePage({ state }: LiteSiteContext, query: URLSearchParams): unknown {
  const wanted = query.get('interface') as InterfaceName | null;
  const all = state.registry.all(wanted ?? undefined).flatMap((device) =>
    device.channels.flatMap(({ description: { ADDRESS } }) =>
      [...state.store.values(ADDRESS)]
        .filter(([parameter, { setAt }]) => setAt > 0 && (KEPT.has(parameter) || parameter.startsWith('ERROR_')))
        .map(([datapoint, { value, setAt }]) => ({
          interface: device.interfaceName,
          address: ADDRESS,
          datapoint,
          value,
          ts: new Date(setAt).toISOString(),
          lc: new Date(setAt).toISOString(),
          confirmed: true,
          source: 'event',
        })),
    ),
  );
  const from = Number(query.get('after') ?? 0);
  const limit = Math.min(MAX_LIMIT, Number(query.get('limit') ?? DEFAULT_LIMIT));
  const next = from + limit;
  return {
    entries: all.slice(from, next),
    total: all.length,
    unconfirmed: 0,
    ...(next < all.length ? { next: String(next) } : {}),
    event_id: '0000000000000000-1',
    sweeps: 0,
  };
}
