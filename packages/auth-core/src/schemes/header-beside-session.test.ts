import { expect, it } from 'vitest';
import type { Inspected } from '../inspection/inspect.js';
import type { SessionRegistry } from '../sessions/registry.js';
import { createHeaderNotice } from './header-beside-session.js';

const request = (cookies: readonly string[]) =>
  ({ headers: { cookies }, facts: { peer: '192.0.2.7' } }) as unknown as Inspected;

function noticeWith(kind: 'live' | 'none') {
  const lines: unknown[] = [];
  const note = (event: string, fields?: unknown) => void lines.push([event, fields]);
  const registry = { lookup: async () => ({ kind }) } as unknown as Pick<SessionRegistry, 'lookup'>;
  return { lines, notice: createHeaderNotice(registry, { info: note, warn: note, error: note }) };
}

it('a wrong header beside a good session is logged once, with the remedy', async () => {
  const { lines, notice } = noticeWith('live');
  await Promise.all([notice(request(['a=b'])), notice(request(['a=b']))]);
  await notice(request(['a=b']));
  expect(lines).toEqual([
    ['auth.header.beside_session', { peer: '192.0.2.7', help: expect.stringContaining('proxy') }],
  ]);
});

it('a wrong header without a good session is an ordinary failed login and not logged here', async () => {
  const { lines, notice } = noticeWith('none');
  await notice(request(['a=b']));
  await noticeWith('live').notice(request([]));
  expect(lines).toEqual([]);
});
