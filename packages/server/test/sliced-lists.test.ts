import { bearer, describeRequest } from '@ccu-gateway/auth-core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { createApp } from '../src/app.js';
import { apiOperations, wsCommands } from '../src/families/families.js';
import { createPipeline } from '../src/http/pipeline.js';
import { createIdempotency } from '../src/http/request/idempotency.js';
import { createRequestTable } from '../src/http/request/request-table.js';
import { createResponder } from '../src/http/respond.js';
import { API_PREFIX, createOperationRouter } from '../src/http/routes.js';
import type { WsCommand } from '../src/operation/command.js';
import type { Operation, Reply } from '../src/operation/operation.js';
import { createNextTurn, type NextTurn } from '../src/turns/next-turn.js';
import { createShares } from '../src/turns/shares.js';
import { runCall } from '../src/ws/calls.js';
import { createCommandRegistry } from '../src/ws/catalogue/registry.js';
import { startWorld, type World } from './world.js';

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const MANY = Array.from({ length: 1_500 }, (_, id) => ({ id, note: 'x'.repeat(250) }));
const TABLE = Object.fromEntries(MANY.map((each) => [`k${each.id}`, each]));
/** Their 400 000 characters have at least so many slices. */
const LEAST_TURNS = 4;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/** What kinds of schemas are made of. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly options?: readonly z.core.$ZodType[];
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly getter?: () => z.core.$ZodType;
}

/** Answers of this shape, each with one of its lists or tables made long. */
function longAnswers(schema: z.core.$ZodType, depth = 0): readonly unknown[] {
  // Schemas of all kinds are walked by the members that their definitions have.
  const { type, shape, options, getter, ...def } = schema._zod.def as unknown as Definition;
  if (type === 'array') return [MANY];
  if (type === 'record') return [TABLE];
  if (options !== undefined) return options.flatMap((option) => longAnswers(option, depth));
  const inner = def.innerType ?? def.in ?? getter?.();
  if (inner !== undefined) return longAnswers(inner, depth);
  if (shape === undefined || depth > 1) return [];
  return Object.entries(shape).flatMap(([name, member]) =>
    longAnswers(member, depth + 1).map((long) => ({ [name]: long })),
  );
}

function countingTurns() {
  const counted = { turns: 0 };
  const next = createNextTurn();
  const nextTurn: NextTurn = () => {
    counted.turns += 1;
    return next();
  };
  return { counted, nextTurn };
}

const lists = (apiOperations as readonly Operation<never>[]).flatMap((operation) =>
  Object.entries(operation.responses).flatMap(([status, { schema }]) =>
    (schema === undefined ? [] : longAnswers(schema)).map((answer) => ({
      name: `${operation.operationId} ${status}`,
      operation,
      status: Number(status),
      answer,
    })),
  ),
);

it('every operation writes each of its long lists in slices', { timeout: 120_000 }, async () => {
  expect(lists.length).toBeGreaterThan(60);
  for (const { name, operation, status, answer } of lists) {
    const { counted, nextTurn } = countingTurns();
    const { operationId, tag, summary, heavy = false, compressible = false } = operation;
    const reply: Reply = { status, json: answer };
    const open: Operation<object> = {
      ...{ operationId, tag, summary, heavy, compressible, method: 'GET', path: '/list', access: 'public' },
      ...{ mount: 'api', responses: {}, handler: () => reply },
    };
    const app = createApp(
      createPipeline({
        auth: world.auth,
        router: createOperationRouter([open]),
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
    const incoming = { url: `${API_PREFIX}/list`, rawHeaders: ['host', 'x'], socket: { remoteAddress: '127.0.0.1' } };
    const response = await app.request('http://x/', { method: 'GET' }, { incoming });
    expect(response.status, name).toBe(status);
    expect((await response.text()) === JSON.stringify(answer), name).toBe(true);
    expect(counted.turns, name).toBeGreaterThan(LEAST_TURNS);
  }
});

it('every command writes each of its long lists in slices', { timeout: 120_000 }, async () => {
  const named = (wsCommands as readonly WsCommand<never>[]).flatMap((command) =>
    (command.result === undefined ? [] : longAnswers(command.result)).map((answer) => ({ command, answer })),
  );
  expect(named.length).toBeGreaterThan(20);
  const request = describeRequest({ headers: { Authorization: bearer(world.tokens.admin) } });
  const verdict = await world.auth.check(request, 'viewer');
  if (!verdict.ok || verdict.principal === null) throw new Error('the fixture has no such caller');
  const { principal, facts } = verdict;
  for (const { command, answer } of named) {
    const { counted, nextTurn } = countingTurns();
    const { name, category, description, access, heavy = false } = command;
    const open: WsCommand<object> = { name, category, description, access, heavy, handler: () => answer };
    const context = {
      ...{ auth: world.auth, registry: createCommandRegistry([open]), ports: {}, audit: { record: () => undefined } },
      ...{ shares: createShares(nextTurn), nextTurn, clock: world.clock, logger: silent, randomHex: () => 'id' },
    };
    const call = { id: '1', command: name, args: {}, signal: new AbortController().signal };
    await runCall(context, { principal, request: { ...request, facts }, facts }, call);
    expect(counted.turns, name).toBeGreaterThan(LEAST_TURNS);
  }
});
