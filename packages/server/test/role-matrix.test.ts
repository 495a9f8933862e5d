import { roleCovers } from '@ccu-gateway/auth-core';
import { bearer, describeRequest } from '@ccu-gateway/auth-core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../src/app.js';
import { apiOperations, pageOperations, wsCommands } from '../src/families/families.js';
import { createPipeline } from '../src/http/pipeline.js';
import { createIdempotency } from '../src/http/request/idempotency.js';
import { createRequestTable } from '../src/http/request/request-table.js';
import { createResponder } from '../src/http/respond.js';
import { API_PREFIX, createOperationRouter } from '../src/http/routes.js';
import type { WsCommand } from '../src/operation/command.js';
import { NO_CONTENT, type Operation } from '../src/operation/operation.js';
import { createNextTurn } from '../src/turns/next-turn.js';
import { createShares } from '../src/turns/shares.js';
import { CallFailure, runCall } from '../src/ws/calls.js';
import { createCommandRegistry } from '../src/ws/catalogue/registry.js';
import { writtenCommandRoles, writtenRoles } from './role-table.js';
import { startWorld, type World } from './world.js';

const callers = ['anonymous', 'viewer', 'operator', 'admin', 'expired', 'revoked'] as const;
type CallerKind = (typeof callers)[number];

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const operations: readonly Operation<never>[] = [...apiOperations, ...pageOperations];
const by = { subject: 'root', scheme: 'cli', peer: 'local' } as const;

let world: World;
let tokens: Readonly<Record<Exclude<CallerKind, 'anonymous'>, string>>;
beforeAll(async () => {
  world = await startWorld();
  const mint = async (days?: number) => {
    const created = await world.auth.tokens.create({ subject: 'gone', role: 'admin', expires_in_days: days }, by);
    if (!created.ok) throw new Error(created.problem.reason);
    return created.value;
  };
  const expired = await mint(1);
  const revoked = await mint();
  await world.auth.tokens.revoke(revoked.fingerprint, by);
  world.clock.advance(86_400_000);
  tokens = { ...world.tokens, expired: expired.token, revoked: revoked.token };
});
afterAll(() => world.close());

const headersOf = (kind: CallerKind): Record<string, string> =>
  kind === 'anonymous' ? {} : { Authorization: bearer(tokens[kind]) };
const roleOf = (kind: CallerKind) => (kind === 'viewer' || kind === 'operator' || kind === 'admin' ? kind : undefined);

/** Access in the interface document for an operation or a command, independent of the code. */
function written(roles: ReadonlyMap<string, Operation<never>['access']>, name: string): Operation<never>['access'] {
  const role = roles.get(name);
  if (role === undefined) throw new Error(`${name} has no line in the table of roles`);
  return role;
}

const roleWritten = ({ method, path, mount }: Pick<Operation<never>, 'method' | 'path' | 'mount'>) =>
  written(writtenRoles, `${method} ${mount === 'api' ? '' : 'page '}${path}`);

/** Effect of the access class for a caller: a status and the reason of its problem. */
function outcomeFor(
  access: Operation<never>['access'],
  kind: CallerKind,
): 'admitted' | '401 unauthenticated' | '403 forbidden_role' {
  if (access === 'public') return 'admitted';
  const role = roleOf(kind);
  if (role === undefined) return '401 unauthenticated';
  return roleCovers(role, access) ? 'admitted' : '403 forbidden_role';
}

function pathOf(operation: Operation<never>): string {
  const path = operation.path.replaceAll(/\{\w+\}/g, 'x');
  return operation.mount === 'api' ? API_PREFIX + path : path;
}

async function outcomeOf(response: Response): Promise<string> {
  if (response.status === 204) return 'admitted';
  const { reason } = (await response.json()) as { reason: string };
  return `${response.status} ${reason}`;
}

const nextTurn = createNextTurn();

describe.each(callers)('the gate for %s [K11]', (kind) => {
  it('equals the interface document for every operation', async () => {
    // The handlers are replaced: access must not depend on their effects.
    const gated = operations.map(({ operationId, method, path, access, mount, tag, summary }): Operation<object> => {
      return { operationId, method, path, access, mount, tag, summary, responses: {}, handler: () => NO_CONTENT };
    });
    const app = createApp(
      createPipeline({
        auth: world.auth,
        router: createOperationRouter(gated),
        ports: {},
        idempotency: createIdempotency(createRequestTable(world.clock)),
        shares: createShares(nextTurn),
        nextTurn,
        clock: world.clock,
        logger: silent,
        randomHex: (digits) => '1'.repeat(digits),
        stopping: new AbortController().signal,
        respond: createResponder(world.auth, []),
      }),
    );
    const outcomes: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const operation of gated) {
      const { rawHeaders } = describeRequest({ headers: headersOf(kind) });
      const incoming = { url: pathOf(operation), rawHeaders, socket: { remoteAddress: '192.168.1.50' } };
      const name = `${operation.method} ${pathOf(operation)}`;
      outcomes[name] = await outcomeOf(await app.request('http://x/', { method: operation.method }, { incoming }));
      expected[name] = outcomeFor(roleWritten(operation), kind);
    }
    expect(outcomes).toEqual(expected);
    expect(Object.keys(outcomes).length).toBe(operations.length);
  });

  it('refuses the same on the real server, also by HEAD [K16]', async () => {
    for (const operation of operations) {
      const outcome = outcomeFor(roleWritten(operation), kind);
      if (outcome === 'admitted') continue;
      const target = pathOf(operation);
      const response = await world.request({ method: operation.method, target, headers: headersOf(kind) });
      expect(await outcomeOf(response), `${operation.method} ${target}`).toBe(outcome);
      if (operation.method !== 'GET') continue;
      const head = await world.request({ method: 'HEAD', target, headers: headersOf(kind) });
      expect(head.status).toBe(response.status);
    }
  });

  it('equals the interface document for every command', async () => {
    const commands = (wsCommands as readonly WsCommand<never>[]).map(
      ({ name, category, description, access }): WsCommand<object> => ({
        name,
        category,
        description,
        access,
        handler: () => 'done',
      }),
    );
    const context = {
      auth: world.auth,
      registry: createCommandRegistry(commands),
      ports: {},
      shares: createShares(nextTurn),
      nextTurn,
      audit: { record: () => undefined },
      clock: world.clock,
      logger: silent,
      randomHex: () => 'id',
    };
    const role = roleOf(kind);
    if (kind === 'anonymous') return; // there is no socket without a principal: that is the upgrade's test
    const request = describeRequest({ headers: headersOf(kind) });
    const verdict = await world.auth.check(describeRequest({ headers: headersOf(role ?? 'admin') }), 'viewer');
    if (!verdict.ok || verdict.principal === null) throw new Error('the fixture has no such caller');
    const { createHash } = await import('node:crypto');
    const fingerprint = createHash('sha256').update(tokens[kind]).digest('hex');
    const principal =
      role === undefined
        ? { ...verdict.principal, key: `token:${fingerprint}`, credentialId: `token:${fingerprint}` }
        : verdict.principal;
    for (const { name } of commands) {
      const access = written(writtenCommandRoles, name);
      const outcome = await runCall(
        context,
        { principal, request: { ...request, facts: verdict.facts }, facts: verdict.facts },
        {
          id: '1',
          command: name,
          args: {},
          signal: new AbortController().signal,
        },
      ).catch((error: unknown) => (error instanceof CallFailure ? error.code : error));
      const expected = role === undefined ? 'unauthorized' : roleCovers(role, access) ? 'done' : 'forbidden';
      expect(outcome, name).toBe(expected);
    }
  });
});

it('the table of roles names all existing operations and nothing else [K11]', () => {
  const names = operations.map(({ method, path, mount }) => `${method} ${mount === 'api' ? '' : 'page '}${path}`);
  expect([...writtenRoles.keys()].toSorted()).toEqual(names.toSorted());
  const commandNames = (wsCommands as readonly WsCommand<never>[]).map(({ name }) => name);
  expect([...writtenCommandRoles.keys()].toSorted()).toEqual(commandNames.toSorted());
});

describe('an operation', () => {
  const operation = (change: object): Operation<object> => ({
    ...(operations[0] as unknown as Operation<object>),
    ...change,
  });

  it('that has no role stops the start [K12]', () => {
    for (const access of [undefined, '', 'everybody', 'Admin']) {
      expect(() => createOperationRouter([operation({ access })])).toThrow(/has no role/);
    }
  });

  it('that another one shadows stops the start', () => {
    expect(() => createOperationRouter([operation({}), operation({ operationId: 'other' })])).toThrow(/Two routes/);
    expect(() => createOperationRouter([operation({}), operation({ path: '/other' })])).toThrow(/Two operations/);
  });
});

it('a command that has no role stops the start [K12]', () => {
  const command = { ...(wsCommands[0] as unknown as WsCommand<object>), access: undefined as never };
  expect(() => createCommandRegistry([command])).toThrow(/has no role/);
});
