// Random values, requests and calls for a whole gateway, made from its published contract.

/** The same cases for the same seed (mulberry32). `known` has names of what is there by member, `points` data points. */
export function randomFrom(seed, { known = new Map(), points = [['x']] } = {}) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    below: (count) => Math.floor(next() * count),
    pick: (list) => list[Math.floor(next() * list.length)],
    known,
    /** Mostly the name of something that is there, where members of this name mean such things. */
    named(member) {
      const names = known.get(member);
      return names === undefined || next() < 0.3 ? undefined : names[Math.floor(next() * names.length)];
    },
    points,
  };
}

const WORDS = [
  ...['', '0', '1', '-1', '1e9', 'true', 'null', 'STATE', 'LEVEL', 'VALUES', 'MASTER', 'fuzz-HmIP-RF', 'root'],
  ...['%', '..', '../..', '*', `${'*'.repeat(60)}x`, 'ü', '\u0000', '😀', "'; --", '__proto__', 'constructor'],
  ...['00F1C0DE000001', '00F1C0DE000001:1', 'channel:00F1C0DE000001:1:MASTER', 'x'.repeat(5_000)],
];
/** Of members that name a place in the network: traffic stays on the loopback. */
const PLACES = [
  '127.0.0.1',
  '127.0.0.1:1',
  'http://127.0.0.1:1/x',
  'mqtt://127.0.0.1:1',
  '::1',
  'ftp://127.0.0.1',
  '[',
  '',
];
const PLACE = /host|url|address(?!ing)|issuer|server|endpoint|target|listen|proxy|origin|broker|redirect/i;
const NUMBERS = [0, -0, 1, -1, 2 ** 31, 2 ** 53, 1e308, 0.1, -273.15];

function anything({ pick, below }, depth = 0) {
  const kind = below(depth > 4 ? 4 : 6);
  if (kind === 0) return pick(WORDS);
  if (kind === 1) return pick(NUMBERS);
  if (kind === 2) return pick([true, false, null]);
  if (kind === 3) return pick(WORDS).repeat(3);
  const members = Array.from({ length: below(5) }, () => anything({ pick, below }, depth + 1));
  return kind === 4 ? members : Object.fromEntries(members.map((member, index) => [`${pick(WORDS)}${index}`, member]));
}

/** A value that mostly fits the schema, and in one of eight places does not. */
function valueFor(schema, schemas, random, depth = 0) {
  const { next, pick, below } = random;
  if (schema === undefined || depth > 8 || next() < 0.12) return anything(random);
  if (schema.$ref !== undefined) return valueFor(schemas[schema.$ref.split('/').at(-1)], schemas, random, depth + 1);
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined) return valueFor(pick(union), schemas, random, depth + 1);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return pick(schema.enum);
  const type = Array.isArray(schema.type) ? pick(schema.type) : schema.type;
  if (type === 'object') return objectFor(schema, schemas, random, depth);
  if (type === 'array')
    return Array.from({ length: below(next() < 0.02 ? 2_000 : 4) }, () =>
      valueFor(schema.items, schemas, random, depth + 1),
    );
  if (type === 'integer' || type === 'number') return next() < 0.5 ? below(100) : pick(NUMBERS);
  if (type === 'boolean') return next() < 0.5;
  if (type === 'string') return textFor(schema, random);
  return anything(random);
}

function objectFor(schema, schemas, random, depth) {
  const required = schema.required ?? [];
  const given = Object.entries(schema.properties ?? {}).filter(
    ([name]) => random.next() < (required.includes(name) ? 0.95 : 0.5),
  );
  const members = given.map(([name, member]) => [name, memberFor(name, member, schemas, random, depth + 1)]);
  const rest = schema.additionalProperties;
  if (typeof rest !== 'object') return Object.fromEntries(members);
  const others = Array.from({ length: random.below(4) }, () => random.pick(WORDS));
  return Object.fromEntries([
    ...others.map((name) => [name, memberFor(name, rest, schemas, random, depth + 1)]),
    ...members,
  ]);
}

function memberFor(name, schema, schemas, random, depth) {
  if (PLACE.test(name) && !random.known.has(name)) return random.pick(PLACES);
  return random.named(name) ?? valueFor(schema, schemas, random, depth);
}

function textFor({ maxLength = 40 }, { next, below, pick }) {
  return next() < 0.3 ? 'x'.repeat(below(maxLength)) : pick(WORDS);
}

/** A request for an operation of the contract. */
export function requestFor({ path, method, described }, schemas, random) {
  const query = new URLSearchParams();
  let target = path;
  for (const { name, in: place, schema } of described.parameters ?? []) {
    const given = random.named(name) ?? valueFor(schema, schemas, random);
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    if (place === 'path') target = target.replace(`{${name}}`, encodeURIComponent(text.slice(0, 300)) || 'x');
    else if (place === 'query' && random.next() < 0.5) query.append(name, text.slice(0, 300));
  }
  const content = described.requestBody?.content ?? {};
  const request = { method: method.toUpperCase(), target: query.size === 0 ? target : `${target}?${query}` };
  const json = content['application/json'];
  if (json === undefined) return request;
  const text = JSON.stringify(valueFor(json.schema, schemas, random)) ?? '';
  const body = random.next() < 0.05 ? text.slice(0, random.below(text.length + 1)) : text;
  return { ...request, body, contentType: 'application/json' };
}

/** Arguments of a command, or any value. */
export function argumentsFor({ args }, schemas, random) {
  if (args?.properties === undefined) return valueFor(args, schemas, random);
  return random.next() < 0.05 ? anything(random) : objectFor(args, schemas, random, 0);
}

/** A frame of a client other than a call. */
export function frameFor(random) {
  const { pick, below, next } = random;
  const topics = Array.from({ length: below(next() < 0.05 ? 300 : 4) }, () =>
    pick(['*', 'device.*', 'device.+.datapoint.*', '#', `${'*.'.repeat(60)}x`, `${'+.'.repeat(120)}x`, pick(WORDS)]),
  );
  const op = pick(['subscribe', 'subscribe', 'unsubscribe', 'pong', 'reauth', 'call', pick(WORDS)]);
  const since = pick([undefined, 0, -1, 1, 2 ** 53, 'x']);
  const mode = pick([undefined, 'all', 'latest', 'x']);
  return { op, topics, since, mode, classify: pick([undefined, true, 1]), token: pick(WORDS).slice(0, 100) };
}

/** A topic below the prefix of a broker, and what is sent to it. */
export function messageFor(random) {
  const { pick, below, next } = random;
  const level = () =>
    pick([...WORDS, '00F1C0DE000001', '1', 'STATE', 'LEVEL'])
      .replaceAll(/[+#\0]/g, '_')
      .slice(0, 300);
  const branch = pick(['set', 'get', 'paramset', 'operate', 'program', 'sysvar', 'status', level()]);
  const native = ['ccu', pick(['fuzz', 'fuzz', level()]), branch, ...Array.from({ length: below(6) }, level)];
  const point = ['ccu', 'fuzz', 'set', ...pick(random.points)];
  const discovery = ['homeassistant', pick(['device', 'sensor', level()]), level(), 'config'];
  const topic = pick([native, native, point, point, discovery]).join('/') || 'x';
  const texts = ['ON', 'true', 'None', '{"value":1}', '{"value":', '21.5', '1e999', '"x"', 'null', '[]'];
  const size = next() < 0.02 ? 2_000_000 : 2_000;
  const payload = pick([
    pick(texts),
    pick(texts),
    JSON.stringify(anything(random)),
    pick(['x', '[', '{"a":']).repeat(below(size / 5)),
  ]);
  return { topic: topic.slice(0, 2_000), payload: Buffer.from(payload), retain: next() < 0.1 };
}

/** Values and lists of a call of a CCU. */
export function callFor(random, interfaceId) {
  const { pick, below, next } = random;
  const event = () => ({
    methodName: next() < 0.95 ? 'event' : pick(['', 'system.multicall', 'nothing']),
    params: [
      next() < 0.8 ? interfaceId : pick(WORDS),
      next() < 0.7 ? '00F1C0DE000001:1' : `${pick(WORDS)}`,
      pick(['ACTUAL_TEMPERATURE', 'LEVEL', 'PONG', pick(WORDS)]),
      pick([1, 0.5, true, pick(WORDS), [1], { a: 1 }]),
    ],
  });
  const addresses = () => Array.from({ length: below(next() < 0.02 ? 50_000 : 20) }, () => `FUZZ${below(100_000)}`);
  const kind = below(6);
  if (kind === 0) {
    const { methodName, params } = event();
    return [methodName, params];
  }
  if (kind === 1) return ['system.multicall', [Array.from({ length: below(next() < 0.02 ? 15_000 : 50) }, event)]];
  if (kind === 2) return [pick(['deleteDevices', 'readdedDevice']), [interfaceId, addresses()]];
  if (kind === 3) return ['newDevices', [interfaceId, addresses().map((ADDRESS) => ({ ADDRESS, TYPE: pick(WORDS) }))]];
  if (kind === 4)
    return [pick(['updateDevice', 'replaceDevice']), [interfaceId, pick(WORDS), pick([0, 1, pick(WORDS)])]];
  return [pick(['listDevices', 'system.listMethods', 'ping', 'error', 'setReadyConfig', 'x']), [pick(WORDS)]];
}
