// Random cases for a whole gateway, made from its published contract.

/** The same cases for the same seed (mulberry32). */
export function randomFrom(seed) {
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
  };
}

const WORDS = [
  ...['', '0', '1', '-1', '1e9', 'true', 'null', 'STATE', 'LEVEL', 'VALUES', 'MASTER', 'fuzz', 'fuzz-HmIP-RF', 'root'],
  ...['%', '..', '../..', '*', `${'*'.repeat(60)}x`, 'ü', '\u0000', '😀', "'; --", '__proto__', 'constructor'],
  ...['00F1C0DE000001', '00F1C0DE000001:1', 'channel:00F1C0DE000001:1:MASTER', 'x'.repeat(5_000)],
];
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
export function valueFor(schema, schemas, random, depth = 0) {
  const { next, pick, below } = random;
  if (schema === undefined || depth > 8 || next() < 0.12) return anything(random);
  if (schema.$ref !== undefined) return valueFor(schemas[schema.$ref.split('/').at(-1)], schemas, random, depth + 1);
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined) return valueFor(pick(union), schemas, random, depth + 1);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return pick(schema.enum);
  const type = Array.isArray(schema.type) ? pick(schema.type) : schema.type;
  if (type === 'object') {
    const given = Object.entries(schema.properties ?? {}).filter(
      ([name]) => next() < ((schema.required ?? []).includes(name) ? 0.95 : 0.5),
    );
    return Object.fromEntries(given.map(([name, member]) => [name, valueFor(member, schemas, random, depth + 1)]));
  }
  if (type === 'array')
    return Array.from({ length: below(next() < 0.02 ? 2_000 : 4) }, () =>
      valueFor(schema.items, schemas, random, depth + 1),
    );
  if (type === 'integer' || type === 'number') return next() < 0.5 ? below(100) : pick(NUMBERS);
  if (type === 'boolean') return next() < 0.5;
  if (type === 'string') return next() < 0.3 ? 'x'.repeat(below(schema.maxLength ?? 40)) : pick(WORDS);
  return anything(random);
}

/** A request for an operation of the contract. */
export function requestFor({ path, method, described }, schemas, random) {
  const query = new URLSearchParams();
  let target = path;
  for (const { name, in: place, schema } of described.parameters ?? []) {
    const given = valueFor(schema, schemas, random);
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    if (place === 'path') target = target.replace(`{${name}}`, encodeURIComponent(text.slice(0, 300)) || 'x');
    else if (place === 'query' && random.next() < 0.5) query.append(name, text.slice(0, 300));
  }
  const content = described.requestBody?.content ?? {};
  const request = { method: method.toUpperCase(), target: query.size === 0 ? target : `${target}?${query}` };
  if (content['multipart/form-data'] !== undefined) return { ...request, ...uploadFor(random) };
  const json = content['application/json'];
  if (json === undefined) return request;
  const text = JSON.stringify(valueFor(json.schema, schemas, random)) ?? '';
  const body = random.next() < 0.05 ? text.slice(0, random.below(text.length + 1)) : text;
  return { ...request, body, contentType: 'application/json' };
}

function uploadFor({ pick, below, next }) {
  const boundary = 'fuzz';
  const name = pick(['file', 'other', '', 'x'.repeat(300)]);
  const content = pick([
    Buffer.alloc(0),
    Buffer.alloc(below(200_000), pick(['\0', 'x', '\u001f\u008b'])),
    Buffer.from('ustar'),
  ]);
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="a.sbk"\r\n\r\n`;
  const end = next() < 0.8 ? `\r\n--${boundary}--\r\n` : '';
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from(end)]);
  return { body, contentType: `multipart/form-data; boundary=${next() < 0.9 ? boundary : 'another'}` };
}

/** Values and lists of a call of a CCU. */
export function callFor(random, interfaceId) {
  const { pick, below, next } = random;
  const event = () => ({
    methodName: next() < 0.95 ? 'event' : pick(['', 'system.multicall', 'nothing']),
    params: [
      next() < 0.8 ? interfaceId : pick(WORDS),
      next() < 0.7 ? '00F1C0DE000001:1' : pick(WORDS),
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
