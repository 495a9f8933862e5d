import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { syntaxProbe } from '../rega/compat-scripts.js';
import { REGA_SCRIPTS } from '../rega/scripts/index.js';
import { JSON_METHODS } from './json-methods.js';
import { RPC_METHODS } from './rpc-methods.js';

const root = join(import.meta.dirname, '..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^(?:compat|callback)\/|(?:^|\/)testing\//.test(file))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');

function called(...patterns: readonly RegExp[]): readonly string[] {
  return [
    ...new Set(patterns.flatMap((pattern) => [...sources.matchAll(pattern)].map(([, name = '']) => name))),
  ].sort();
}

describe('the requests of a compatibility run', () => {
  it('has every method of an interface process that the client calls', () => {
    const found = called(
      /\bcall\(\s*'([a-z][A-Za-z.]*)'/g,
      /\bask\(\s*name,[^;]*?'([a-z]+[A-Z][A-Za-z]*)'/g,
      /method(?: =|:) '([a-z][A-Za-z]*)'/g,
    );
    expect(found.length).toBeGreaterThan(30);
    expect(found.filter((method) => !Object.hasOwn(RPC_METHODS, method))).toEqual([]);
  });

  it('has every method of the JSON-RPC that the client calls', () => {
    const found = called(/'((?:CCU|Channel|Device|Interface|Program|ReGa|Room|Session|Subsection|SysVar)\.[a-z]\w+)'/g);
    expect(found.length).toBeGreaterThan(15);
    expect(found.filter((method) => !Object.hasOwn(JSON_METHODS, method))).toEqual([]);
  });

  it('never sends a text that could restart or shut down a CCU', () => {
    for (const script of [
      REGA_SCRIPTS.reboot,
      REGA_SCRIPTS.power_off,
      REGA_SCRIPTS.safe_mode,
      REGA_SCRIPTS.recovery_mode,
    ]) {
      const text = syntaxProbe.source(script, script.source({}));
      expect(script.source({})).toMatch(/\/sbin\//);
      expect(text).not.toMatch(/\/sbin\//);
    }
  });
});
