import { describe, expect, it } from 'vitest';
import { curlOf, type Filled, followCurl, followTypeScript, inputOf, missingOf, typeScriptOf } from './call-text.js';
import { entriesOf, type RestEntry, type SocketEntry } from './document.js';

const document = {
  paths: {
    '/devices/{addr}/value': {
      put: {
        operationId: 'setValue',
        'x-access': 'operator',
        parameters: [
          { name: 'addr', in: 'path' as const, required: true, schema: { type: 'string' } },
          { name: 'limit', in: 'query' as const, schema: { type: 'integer' } },
          { name: 'Idempotency-Key', in: 'header' as const, schema: { type: 'string' } },
        ],
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
      },
    },
    '/metrics': { get: { operationId: 'getMetrics', responses: { 200: { content: { 'text/plain': {} } } } } },
    '/info': { get: { operationId: 'getInfo', 'x-access': 'public', responses: {} } },
  },
};
const catalogue = {
  commands: [
    {
      name: 'datapoint.value_changed',
      kind: 'broadcast',
      category: 'device',
      description: 'x',
      topic: 'device.{address}.x',
    },
  ],
};
const [put, metrics, info, broadcast] = entriesOf(document, catalogue) as [
  RestEntry,
  RestEntry,
  RestEntry,
  SocketEntry,
];
const nothing: Filled = { values: {}, body: undefined };
const filled: Filled = {
  values: { 'path:addr': 'A/B', 'query:limit': '5', 'header:Idempotency-Key': "it's" },
  body: '{"value": "x"}',
};

describe('the line for a shell', () => {
  it('has the verb, the token, headers, body and an encoded address', () => {
    expect(curlOf(put, filled, 'http://g/api/v1')).toBe(
      `curl -X PUT -H "Authorization: Bearer $CCU_GATEWAY_TOKEN" -H 'Idempotency-Key: it'\\''s' -H 'Content-Type: application/json' -d '{"value": "x"}' 'http://g/api/v1/devices/A%2FB/value?limit=5'`,
    );
  });

  it('needs no token where the call is public', () => {
    expect(curlOf(info, nothing, 'http://g/api/v1')).toBe("curl 'http://g/api/v1/info'");
  });

  it('follows a broadcast by its topic', () => {
    expect(followCurl(broadcast, 'http://g/api/v1')).toContain('events/stream?topics=device.%2B.x');
  });
});

describe('the lines for a program', () => {
  it('name the operation with typed values, and leave missing ones open', () => {
    expect(typeScriptOf(put, filled, 'http://g')).toContain('limit: 5');
    expect(typeScriptOf(put, nothing, 'http://g')).toContain('addr: "…"');
    expect(typeScriptOf(put, { ...filled, body: '{' }, 'http://g')).toContain('body: "…"');
  });

  it('ask for the response where the answer is no JSON', () => {
    expect(typeScriptOf(metrics, nothing, 'http://g')).toContain("gateway.request('getMetrics');");
    expect(typeScriptOf(info, nothing, 'http://g')).toContain("gateway.call('getInfo');");
  });

  it('follow a broadcast by topic and type', () => {
    expect(followTypeScript(broadcast, 'http://g')).toContain("if (event.type === 'datapoint.value_changed')");
  });
});

describe('the request', () => {
  it('is typed as in the schema', () => {
    expect(inputOf(put, filled)).toEqual({
      path: { addr: 'A/B' },
      query: { limit: 5 },
      headers: { 'Idempotency-Key': "it's" },
      body: { value: 'x' },
    });
  });

  it('is not sent while something required is missing', () => {
    expect(missingOf(put, nothing)).toEqual(['addr']);
    expect(missingOf(put, filled)).toEqual([]);
  });
});
