import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readExample } from './example-comments.mjs';
import { writeReference } from './reference.mjs';
import { typeOf } from './shapes.mjs';

const root = resolve(import.meta.dirname, '../../..');
const read = (path) => readFileSync(resolve(root, path), 'utf8');
const section = (page, heading) => page.split(`\n### \`${heading}\`\n`)[1]?.split('\n### ')[0];

describe('the reference', () => {
  let pages;
  beforeAll(async () => {
    pages = await writeReference(root);
  });

  it('has the meaning, values, default and variable of a key', () => {
    const key = section(pages['reference/config.md'], 'logging.level');
    expect(key).toContain('- Allowed: one of "debug", "info", "warn", "error"');
    expect(key).toContain('- Default: `"info"`');
    expect(key).toContain('- Variable: `SERVICE_LOG_LEVEL`');
    expect(section(pages['reference/config.md'], 'centrals[].rega_port')).toContain('script server (48181 with tls)');
    expect(section(pages['reference/config.md'], 'mqtt.brokers.*.qos')).toContain('- Default: `1`');
  });

  it('has every operation, command, event and variable', () => {
    const { paths } = JSON.parse(read('contract/openapi.json'));
    for (const [path, methods] of Object.entries(paths))
      for (const method of Object.keys(methods))
        expect(section(pages['reference/rest.md'], `${method.toUpperCase()} ${path}`)).toContain('- Problems: ');
    for (const { name, kind } of JSON.parse(read('contract/ws-catalogue.json')).commands)
      expect(pages[kind === 'command' ? 'reference/websocket.md' : 'reference/events.md']).toContain(
        `\n### \`${name}\`\n`,
      );
    for (const [name] of read('config.example.yaml').matchAll(/SERVICE_[A-Z_]+[A-Z]/g))
      if (!ELSEWHERE.includes(name)) expect(pages['reference/config.md']).toContain(`- Variable: \`${name}\``);
  });

  it('has each word of the command line with an example', () => {
    const page = pages['reference/cli.md'];
    expect(section(page, 'devices set')).toContain('Example: `ccu-gateway devices set ');
    expect(page).toContain('| `--json` | one JSON document on stdout |');
    expect(page.match(/^Example: /gm)?.length).toBeGreaterThan(90);
  });

  it('has the metrics of every part, with their labels', () => {
    const page = pages['reference/metrics.md'];
    expect(page).toContain('| `ccu_gateway_interface_connected` | `central`, `interface` | 1 while');
    for (const name of ['mqtt_connected', 'webhook_up', 'matter_fabrics', 'fleet_outage'])
      expect(page).toContain(`| \`ccu_gateway_${name}\``);
  });
});

/** Variables of the example that pin no key. */
const ELSEWHERE = ['SERVICE_CONFIG'];

describe('the comments of an example configuration', () => {
  it('belong to the key behind or below them, also where the key is a comment', () => {
    const example = readExample(`# Begins names.   SERVICE_NAME
# service_name: service                    SERVICE_NAME

# north:
#   listen: ":8119"             # address       SERVICE_LISTEN
#   port: 8120                  # first line
#                               # second line
centrals:
  - name: home
    # tls: false                # of the CCU
    # behavior:
    #   scan: true
`);
    expect(Object.fromEntries(example)).toMatchObject({
      service_name: { value: 'service', meaning: 'Begins names.' },
      'north.listen': { value: '":8119"', meaning: 'address' },
      'north.port': { value: '8120', meaning: 'first line second line' },
      'centrals.tls': { value: 'false', meaning: 'of the CCU' },
      'centrals.behavior.scan': { value: 'true', meaning: '' },
    });
  });
});

describe('the type of a member', () => {
  it.each([
    [{ type: 'array', items: { $ref: '#/schemas/Act' } }, 'list of Act'],
    [{ enum: ['a', 'b'] }, '`a`, `b`'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
    [{}, 'any value'],
  ])('%j is "%s"', (schema, type) => {
    expect(typeOf(schema)).toBe(type);
  });
});
