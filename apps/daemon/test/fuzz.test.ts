import { apiOperations } from '@ccu-gateway/server';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arbitraryOf, words } from './fuzz/arbitrary.js';
import { type Described, publishedDocument, spared } from './fuzz/document.js';
import { namesOf } from './fuzz/house.js';
import { sendRequest } from './request.js';
import { startWorld, type World } from './world.js';

/** Change it to walk other ways; a failure prints the seed and the path that lead back to it. */
const SEED = 20_260_101;
const PATIENCE_MS = 10_000;
/** The doctor waits ten seconds for an event of an interface that has lost the registration, as in a restart. */
const DOCTOR_PATIENCE_MS = 30_000;
const ROLES = ['stranger', 'viewer', 'operator', 'admin'] as const;
const WRITES = /^(set|put|add|remove|delete|init|activate|clear|update|restore|install|change|report)/i;
/** What differs from moment to moment without anybody changing anything. */
const MOMENTARY = new Set(['modified_at', 'last_changed_at', 'last_seen_at', 'value_age_seconds', 'LastUpdated']);

interface Generated {
  readonly operation: Described;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly as: (typeof ROLES)[number];
  readonly body: unknown;
}

describe('requests generated from the published document', { timeout: 600_000 }, () => {
  const access = new Map(apiOperations.map((each) => [`${each.method} ${each.path}`, each.access]));
  const document = publishedDocument((name) => access.get(name) ?? 'admin');
  const left = spared();
  const operations = document.operations.filter(({ name }) => left[name] === undefined);
  let world: World;
  let request: (from: readonly Described[]) => fc.Arbitrary<Generated>;

  const start = () => startWorld({ history: true, simulator: { product: 'container' } });
  beforeAll(async () => {
    world = await start();
    const names = await namesOf(world);
    const anything = words(Object.values(names).flat().slice(0, 400));
    const json = (operation: Described) =>
      operation.body === undefined
        ? fc.constant(undefined)
        : fc.oneof(
            { weight: 4, arbitrary: arbitraryOf(operation.body, document.schemas, anything) },
            { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 5 }) },
            { weight: 1, arbitrary: fc.constant(undefined) },
          );
    const valued = ({ parameters }: Described) =>
      fc.tuple(
        ...parameters.map((parameter) => {
          const known = names[parameter.name];
          const fitting =
            known === undefined ? arbitraryOf(parameter.schema, document.schemas, anything).map(String) : words(known);
          const value = fc.oneof({ weight: 9, arbitrary: fitting }, { weight: 1, arbitrary: anything });
          return parameter.required ? value : fc.option(value, { nil: undefined });
        }),
      );
    const requestTo = (operation: Described) =>
      fc
        .tuple(
          fc.constantFrom(...ROLES, 'operator' as const, 'admin' as const, 'admin' as const),
          valued(operation),
          json(operation),
        )
        .map(([as, values, body]) => ({ operation, as, body, ...placed(operation, values) }));
    // Made once for each operation: to make one from its patterns takes longer than to send what it generates.
    const requests = new Map(operations.map((operation) => [operation, requestTo(operation)]));
    request = (from) => fc.constantFrom(...from).chain((operation) => requests.get(operation) ?? requestTo(operation));
  });
  afterAll(() => world.close());

  async function send({ operation, target, headers, as, body }: Generated) {
    const answer = await sendRequest(`${world.url}/api/v1${target}`, {
      method: operation.method,
      limitMs: operation.path === '/diagnostics/doctor' ? DOCTOR_PATIENCE_MS : PATIENCE_MS,
      headers: {
        ...headers,
        ...(as === 'stranger' ? {} : { authorization: `Bearer ${world.tokens[as]}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: answer.text };
  }

  const sentUpstream = () => world.simulator.received.calls.filter(({ method }) => WRITES.test(method)).length;

  /** A write that an earlier request queued may be sent at the same time: a refused request is judged by its repetitions. */
  async function sendsNothing(refused: Generated, status: number): Promise<boolean> {
    for (let repetition = 0; repetition < 20; repetition += 1) {
      const before = sentUpstream();
      expect((await send(refused)).status).toBe(status);
      if (sentUpstream() === before) return true;
    }
    return false;
  }

  it('get a declared status each and never a 500, refusals as problems, and a refused one never reaches the CCU', async () => {
    const counts = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(request(operations), async (generated) => {
        const before = sentUpstream();
        const { status, type, text } = await send(generated);
        counts.set(status, (counts.get(status) ?? 0) + 1);
        const told = `${generated.operation.name} as ${generated.as} -> ${status} ${text.slice(0, 300)}`;
        expect(status, told).not.toBe(500);
        expect([...generated.operation.statuses], told).toContain(String(status));
        if (status < 400 || generated.operation.name === 'GET /health') return;
        expect(type, told).toMatch(/^application\/problem\+json/);
        expect(JSON.parse(text), told).toMatchObject({
          status,
          code: expect.any(String),
          request_id: expect.any(String),
        });
        if (status < 500 && sentUpstream() !== before) expect(await sendsNothing(generated, status), told).toBe(true);
      }),
      { seed: SEED, numRuns: 2_400, endOnFailure: true },
    );
    expect(counts.get(200) ?? 0).toBeGreaterThan(200);
    expect((counts.get(202) ?? 0) + (counts.get(204) ?? 0)).toBeGreaterThan(50);
    process.stdout.write(`${JSON.stringify(Object.fromEntries([...counts].sort(([a], [b]) => a - b)))}\n`);
  });

  it('change nothing when the document or the role of the caller forbids them', async () => {
    // A gateway without accepted requests: some of these change the installation later.
    await world.close();
    world = await start();
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(document.whole, 'document');
    const writes = operations.filter(({ method }) => method !== 'GET');
    const isForbidden = ({ operation, as, body }: Generated): boolean => {
      if (operation.access !== 'public' && ROLES.indexOf(as) < ROLES.indexOf(operation.access as 'admin')) return true;
      if (operation.body === undefined || body === undefined) return false;
      const pointer = `/paths/${escaped(operation.path)}/${operation.method.toLowerCase()}/requestBody/content/application~1json/schema`;
      return !ajv.validate({ $ref: `document#${encodeURI(pointer)}` }, body);
    };
    const forbidden = request(writes).filter(isForbidden);
    let last = '';
    const isQuiet = async () => {
      const previous = last;
      last = JSON.stringify(await houseNow());
      return last === previous;
    };
    await expect.poll(isQuiet, { interval: 1_000 }).toBe(true);
    await fc.assert(
      fc.asyncProperty(fc.array(forbidden, { minLength: 20, maxLength: 20 }), async (batch) => {
        const [before, upstream] = [await houseNow(), sentUpstream()];
        for (const generated of batch) {
          const { status, text } = await send(generated);
          const told = `${generated.operation.name} as ${generated.as} ${JSON.stringify(generated.body)} -> ${status} ${text.slice(0, 200)}`;
          expect(status, told).toBeGreaterThanOrEqual(400);
          expect(status, told).toBeLessThan(500);
        }
        expect(sentUpstream()).toBe(upstream);
        expect(await houseNow()).toEqual(before);
      }),
      { seed: SEED, numRuns: 15, endOnFailure: true },
    );
  });

  /** Everything the house knows, without what differs from moment to moment. */
  async function houseNow(): Promise<unknown> {
    const { text } = await world.call('GET', '/api/v1/snapshot?include=data_points');
    const house = JSON.parse(text, (key, value) => (MOMENTARY.has(key) ? undefined : value));
    return { ...house, generated_at: undefined, seq: undefined, epoch: undefined, interfaces: undefined };
  }
});

/** Puts generated values where the document says they belong. */
function placed({ path, parameters }: Described, values: readonly (string | undefined)[]) {
  let target = path;
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  parameters.forEach((parameter, index) => {
    const value = values[index];
    if (value === undefined) return;
    if (parameter.in === 'path') target = target.replace(`{${parameter.name}}`, () => encoded(value));
    else if (parameter.in === 'query') query.append(parameter.name, value);
    else headers[parameter.name] = value.replaceAll(/[^\x21-\x7e]/g, '').slice(0, 200);
  });
  return { target: query.size === 0 ? target : `${target}?${query}`, headers };
}

/** Dots alone would be taken for a way up by the client already. */
function encoded(value: string): string {
  // Half a surrogate pair cannot be encoded: it becomes the sign for what could not be read.
  const text = encodeURIComponent(Buffer.from(value).toString());
  return /^\.{1,2}$/.test(text) ? text.replaceAll('.', '%2E%2E%2E') : text;
}

function escaped(path: string): string {
  return path.replaceAll('~', '~0').replaceAll('/', '~1');
}
