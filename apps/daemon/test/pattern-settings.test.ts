import { topicMatcher } from '@ccu-gateway/event-stream/client';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { anyOf, parsePattern } from '../../../packages/device-model/test/patterns.js';
import { createSelection } from '../../../packages/gateway-core/test/selection.js';
import { matchesFilter } from '../../../packages/mqtt-bridge/test/filters.js';
import { configSchema } from '../src/config/schema/schema.js';

/** Texts that only a pattern, or a text with free characters, can be. */
const WILDCARDS = ['*', 'A*B', '*:*:*', '+/#', '#', 'a.*'];

/** Settings that are compared as they are. */
const PLAIN =
  /(^|[._])(dir|file|host|url|issuer|region|name|user|users|username|password|secret|token|database|client_id|central|prefix|role_claim|to|from|body|\{name\}|users\.\*|disabled_centrals\[\])$/;

type Matcher = (pattern: string) => (text: string) => boolean;

const selected: Matcher = (pattern) => {
  const selects = createSelection({ standard: false, include: [pattern], exclude: [] });
  const operations = { read: true, write: false, event: true };
  return (parameter) =>
    selects(
      { central: 'home', address: 'A', channel: 1, parameter },
      { type: 'FLOAT', category: 'sensor', operations },
    );
};
const shown: Matcher = (text) => {
  const pattern = parsePattern(text);
  if (typeof pattern === 'string') throw new Error(pattern);
  return (parameter) => anyOf([pattern])({ parameter, paramset: 'VALUES', model: 'X', channel: 1 });
};
const filtered: Matcher = (filter) => (topic) => matchesFilter(filter, topic);
const followed: Matcher = (pattern) => topicMatcher([pattern]);

/** The matcher of each pattern among the settings, and how a pattern and a text of many pieces are written for it. */
const MATCHERS: Readonly<Record<string, { matcher: Matcher; pattern: string; text: string; piece: string }>> = {
  'centrals[].visibility.un_ignore[]': { matcher: shown, pattern: '*A', text: 'AA', piece: 'X' },
  'history.include[]': { matcher: selected, pattern: '*A', text: 'AA', piece: 'X' },
  'history.exclude[]': { matcher: selected, pattern: '*A', text: 'AA', piece: 'X' },
  'mqtt.brokers.*.publish[]': { matcher: filtered, pattern: '+/', text: 'a/', piece: 'x' },
  'mqtt.brokers.*.write[]': { matcher: filtered, pattern: '+/', text: 'a/', piece: 'x' },
  'webhooks.endpoints.*.topics[]': { matcher: followed, pattern: '+.', text: 'a.', piece: 'x' },
};

/** Every text among the settings, by its path. */
function textsOf(schema: z.core.$ZodType, path: string): readonly (readonly [string, z.core.$ZodType])[] {
  // Schemas of all kinds are walked by the members that their definitions have.
  const { def } = schema._zod as unknown as { readonly def: Definition };
  if (def.shape !== undefined) {
    return Object.entries(def.shape).flatMap(([key, child]) => textsOf(child, path === '' ? key : `${path}.${key}`));
  }
  if (def.options !== undefined) return def.options.flatMap((option) => textsOf(option, path));
  if (def.element !== undefined) return textsOf(def.element, `${path}[]`);
  if (def.keyType !== undefined && def.valueType !== undefined) {
    return [...textsOf(def.keyType, `${path}.{name}`), ...textsOf(def.valueType, `${path}.*`)];
  }
  const inner = def.innerType ?? def.in;
  return inner === undefined ? [[path, schema]] : textsOf(inner, path);
}

/** What kinds of schemas are made of. */
interface Definition {
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly options?: readonly z.core.$ZodType[];
  readonly element?: z.core.$ZodType;
  readonly keyType?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
}

it('each setting that takes wildcards is a text without a meaning for them, or has a matcher below', () => {
  const taking = textsOf(configSchema, '').filter(([, schema]) =>
    WILDCARDS.some((text) => z.safeParse(schema, text).success),
  );
  const patterns = new Set(taking.map(([path]) => path).filter((path) => !PLAIN.test(path)));
  expect([...patterns].sort()).toEqual(Object.keys(MATCHERS).sort());
});

/** Number of calls that read a text during a run. A regular expression may go back, so it counts as infinitely many. */
function looksIn(run: () => void): number {
  let looks = 0;
  const counted = ['indexOf', 'startsWith', 'endsWith', 'includes', 'slice', 'charAt', 'at'] as const;
  const methods = counted.map((name) => [name, String.prototype[name]] as const);
  const { exec } = RegExp.prototype;
  const count = <Of, Args extends unknown[], Result>(method: (this: Of, ...args: Args) => Result, cost: number) =>
    function (this: Of, ...args: Args): Result {
      looks += cost;
      return method.apply(this, args);
    };
  for (const [name, method] of methods) Object.assign(String.prototype, { [name]: count(method as () => unknown, 1) });
  RegExp.prototype.exec = count(exec, Number.POSITIVE_INFINITY);
  try {
    run();
  } finally {
    for (const [name, method] of methods) Object.assign(String.prototype, { [name]: method });
    RegExp.prototype.exec = exec;
  }
  return looks;
}

it.each(Object.entries(MATCHERS))('the matcher of %s checks each piece once', (_, { matcher, ...pieces }) => {
  const looks = [8, 16].map((count) => {
    const fits = matcher(`${pieces.pattern.repeat(count)}${pieces.piece}`);
    expect(fits(`${pieces.text.repeat(count)}${pieces.piece}`)).toBe(true);
    return looksIn(() => void fits(pieces.text.repeat(count * 4)));
  });
  expect(looks[1]).toBeLessThanOrEqual(2 * (looks[0] ?? 0) + 4);
});
