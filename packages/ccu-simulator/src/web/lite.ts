import type { HouseState } from '../live/house.js';
import type { GroupBook } from '../live/hub.js';
import type { HttpAnswer, HttpAsk } from '../net/http-port.js';
import type { Sessions } from './sessions.js';

export interface LiteSiteContext {
  readonly sessions: Sessions;
  readonly state: Pick<HouseState, 'registry' | 'rooms' | 'functions'>;
}

const json = (status: number, body: unknown): HttpAnswer => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
});

/** The web server of a CCU without a logic layer: whether it is one, a login, and the names of everything. */
export function createLiteSite(context: LiteSiteContext): (ask: HttpAsk) => HttpAnswer {
  const { sessions } = context;
  return (ask) => {
    const { pathname } = new URL(ask.url, 'http://ccu');
    const sid = /^Bearer (.+)$/.exec(ask.headers.authorization ?? '')?.[1];
    switch (`${ask.method} ${pathname}`) {
      case 'GET /api/meta/v1/version':
        return json(200, { api: 'meta', version: 1, format: 1, revision: 1, implementation: 'simulator' });
      case 'POST /api/auth/v1/login':
        return login(context, ask.body);
      case 'POST /api/auth/v1/logout':
        return json(sessions.logout(sid) ? 200 : 401, {});
      case 'GET /api/meta/v1/snapshot':
        return sessions.user(sid) === undefined
          ? json(401, { error: 'unauthenticated', message: 'no credential' })
          : json(200, snapshot(context));
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

/** Rooms and functions stand one below another one, as trees do. */
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
