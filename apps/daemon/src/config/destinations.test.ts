import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DESTINATIONS, destinationOf, secretElsewhere } from './destinations.js';
import { CONFIG_ROOT, type SchemaNode } from './explain.js';
import { BOOTSTRAP_ONLY, configSchema, type GatewayConfig } from './schema/schema.js';

/** Every secret of the schema, `*` for a name that people give. */
function secretsBelow(node: SchemaNode, path: readonly string[]): readonly string[] {
  if (node.secret === true) return [path.join('.')];
  const below = typeof node.additionalProperties === 'object' ? [['*', node.additionalProperties] as const] : [];
  const items = node.items === undefined ? [] : [['#', node.items] as const];
  const variants = (node.anyOf ?? []).flatMap((each) => secretsBelow(each, path));
  const children = [...Object.entries(node.properties ?? {}), ...below, ...items];
  return [...variants, ...children.flatMap(([key, child]) => secretsBelow(child, [...path, key]))];
}

const isFileOnly = (path: string) => BOOTSTRAP_ONLY.some((each) => path === each || path.startsWith(`${each}.`));

it('each secret that the API can change has a destination, and each destination is a setting beside it', () => {
  const root = CONFIG_ROOT;
  const changeable = [...new Set(secretsBelow(root, []))].filter((path) => !isFileOnly(path));
  expect(changeable.sort()).toEqual(Object.keys(DESTINATIONS).sort());
  for (const [path, { address, unchecked }] of Object.entries(DESTINATIONS)) {
    const block = path
      .split('.')
      .slice(0, -1)
      .reduce<SchemaNode | undefined>((node, key) => {
        const child = key === '*' ? node?.additionalProperties : node?.properties?.[key];
        return typeof child === 'object' ? child : undefined;
      }, root);
    expect(Object.keys(block?.properties ?? {}), path).toEqual(
      expect.arrayContaining(unchecked === undefined ? [address] : [address, unchecked]),
    );
  }
});

it.each([
  ['https://A.example', 'https://a.example:443/', true],
  ['https://a.example', 'https://a.example./other', true],
  ['mqtts://broker', 'mqtts://broker:8883', true],
  ['mqtt://broker', 'mqtt://broker:1883', true],
  ['https://[::1]:443', 'https://[0:0:0:0:0:0:0:1]', true],
  ['https://a.example', 'http://a.example', false],
  ['https://a.example', 'https://a.example:8443', false],
  ['https://a.example', 'https://a.example.evil', false],
  ['mqtts://broker', 'mqtt://broker:8883', false],
  ['', 'https://a.example', false],
])('%s and %s are one destination: %s', (one, other, same) => {
  expect(destinationOf(one) === destinationOf(other)).toBe(same);
});

describe('a stored secret', () => {
  const SECRETS = [
    ['north.rest.auth.oidc', 'client_secret', 'issuer'],
    ['backup.own.target', 'password', 'url'],
    ['mqtt.brokers.house', 'password', 'url'],
    ['webhooks.endpoints.house', 'secret', 'url'],
    ['notify.channels.house', 'token', 'url'],
  ] as const;
  const SIGNING = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;

  function place(path: string, leaf: object): object {
    return path.split('.').reduceRight<object>((inner, key) => ({ [key]: inner }), leaf);
  }
  const config = (path: string, block: object): GatewayConfig => configSchema.parse(place(path, block));
  const url = fc
    .record({
      scheme: fc.constantFrom('http', 'https'),
      host: fc.constantFrom('a.example', 'b.example', 'A.EXAMPLE', 'a.example.'),
      port: fc.constantFrom('', ':80', ':443', ':8443'),
      path: fc.constantFrom('', '/realm'),
    })
    .map(({ scheme, host, port, path }) => `${scheme}://${host}${port}${path}`);
  const notGiven = fc.constantFrom('***', undefined, null, '');

  it('is used only for its stored destination, after any change of it and any omission of the secret', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SECRETS), url, url, notGiven, ([path, key, address], from, to, left) => {
        // Brokers are reached by schemes of their own.
        const toScheme = (text: string) =>
          path.startsWith('mqtt.') ? text.replace(/^http/, 'mqtt').replace(/^mqtts?/, (s) => s) : text;
        const addressOf = (text: string) => toScheme(text).replace(/^mqtt(s?):\/\/([^/]*)\/.*$/, 'mqtt$1://$2');
        const user = /^(north|webhooks)/.test(path)
          ? {}
          : path.startsWith('notify')
            ? { kind: 'url' }
            : { username: 'house' };
        const block = (text: string) => config(path, { [address]: addressOf(text), [key]: SIGNING, ...user });
        const before = block(from);
        const next = block(to);
        const given = { [address]: addressOf(to), ...(left !== undefined && { [key]: left }) };
        const moved = secretElsewhere({ next, known: [before], section: path, given });
        const same = destinationOf(addressOf(from)) === destinationOf(addressOf(to));
        expect(moved?.path).toBe(same ? undefined : `${path}.${key}`);
        expect(secretElsewhere({ next, known: [before], section: path, given: { ...given, [key]: SIGNING } })).toBe(
          undefined,
        );
        // Another known configuration that pairs the two, such as the file, is enough.
        expect(secretElsewhere({ next, known: [before, next], section: path, given })).toBe(undefined);
      }),
    );
  });

  it('is not sent to a broker with a certificate that is no longer checked', () => {
    const broker = (skip: boolean) =>
      config('mqtt.brokers.house', {
        url: 'mqtts://broker',
        username: 'house',
        password: 'canary',
        tls_insecure_skip_verify: skip,
      });
    const change = { section: 'mqtt', given: { brokers: { house: { password: '***' } } } };
    expect(secretElsewhere({ ...change, next: broker(true), known: [broker(false)] })).toMatchObject({
      address: 'url',
    });
    expect(secretElsewhere({ ...change, next: broker(false), known: [broker(true)] })).toBe(undefined);
  });
});
