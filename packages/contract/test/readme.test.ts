import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import * as contract from '../src/index.js';

it('the program of the README reads a request and explains a refusal', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const [, program = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  const { outputText } = ts.transpileModule(program, { compilerOptions: { module: ts.ModuleKind.ESNext } });
  const body = outputText.replaceAll(/^import (\{.*\}) from '@ccu-gateway\/contract';$/gm, 'const $1 = contract;');
  expect(body).not.toContain('import');
  const { value, explain } = new Function('contract', `${body}; return { value, explain };`)(contract);
  expect(value).toBe(true);
  const problem = {
    code: 'validation',
    title: 'Not valid',
    errors: [{ reason: 'too small' }, { reason: 'no number' }],
  };
  expect(explain(problem)).toBe('too small, no number');
  expect(explain({ code: 'not_found', title: 'Not found' })).toBe('Not found');
});
