import { type Contract, loadContract } from '../../../../packages/server/test/contract.js';
import { sendRequest } from '../request.js';
import type { World } from '../world.js';

export interface Request {
  /** Values of the parameters of the path. */
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Default `admin`. */
  readonly as?: 'admin' | 'operator' | 'viewer' | 'stranger';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly json: any;
}

/** Asks a running gateway and holds every answer against the reference contract. */
export interface Driver {
  /** `operation` is written `GET /devices/{addr}`. */
  ask(operation: string, request?: Request): Promise<Answer>;
  /** Everything that was not as the contract says, in words. */
  readonly faults: readonly string[];
  /** Statuses that each operation answered. */
  readonly statuses: ReadonlyMap<string, ReadonlySet<number>>;
}

export const PREFIX = '/api/v1';
/** No answer takes longer; one that does is a fault of its own. */
const PATIENCE_MS = 20_000;

export function createDriver(world: Pick<World, 'url' | 'tokens'>): Driver {
  const contract: Contract = loadContract();
  const faults = new Map<string, string>();
  const statuses = new Map<string, Set<number>>();

  return {
    get faults() {
      return [...faults.values()];
    },
    statuses,
    async ask(operation, { params = {}, query = {}, as = 'admin', body, headers = {} } = {}) {
      const [method = '', path = ''] = operation.split(' ');
      const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
      const search = new URLSearchParams(query).toString();
      const {
        status,
        headers: answered,
        text,
      } = await sendRequest(`${world.url}${PREFIX}${target}${search === '' ? '' : `?${search}`}`, {
        method,
        limitMs: PATIENCE_MS,
        headers: {
          ...(as === 'stranger' ? {} : { authorization: `Bearer ${world.tokens[as]}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const contentType = answered.get('content-type');
      const seen = statuses.get(operation) ?? new Set();
      statuses.set(operation, seen.add(status));
      const wrong = contract.faultsOf({ method, path, status, contentType, body: text });
      for (const fault of status === 500 ? [...wrong, 'is a 500'] : wrong) {
        // One example of each fault is enough to read.
        const kind = `${operation} ${status} ${fault.replaceAll(/\d+/g, '#')}`;
        const asked = JSON.stringify({ params, query, as, body })?.slice(0, 300);
        if (!faults.has(kind))
          faults.set(kind, `${operation} -> ${status}: ${fault} | ${asked} | ${text.slice(0, 300)}`);
      }
      const json = /\/(problem\+)?json/.test(contentType ?? '') && text !== '' ? JSON.parse(text) : undefined;
      return { status, headers: answered, json };
    },
  };
}
