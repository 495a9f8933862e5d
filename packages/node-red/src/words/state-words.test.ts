import { readFileSync } from 'node:fs';
import { UnreachableError } from '@ccu-gateway/client';
import { expect, it } from 'vitest';
import type { ConnectionState } from '../connection/state.js';
import { lossWords, stateStatus, stateWords } from './state-words.js';

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;
const path = new URL('../../public/locales/en-US/ccu-gateway.json', import.meta.url);
const texts = (JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, Texts>>)['ccu-gateway'];

function translate(key: string, values: Readonly<Record<string, unknown>> = {}): string {
  const [, group = '', name = ''] = key.split('.');
  return (texts?.[group]?.[name] ?? key).replace(/__(\w+)__/g, (_, value: string) => String(values[value]));
}

it.each<[ConnectionState, string]>([
  [{ is: 'too_old', version: '2.0.0' }, 'the gateway is too old: it has contract 2.0.0, and 3.1 is needed'],
  [{ is: 'too_new', version: '4.0.0' }, 'the gateway is too new: it has contract 4.0.0; update these nodes'],
  [{ is: 'away', reason: '' }, 'the gateway is away (no answer)'],
  [
    { is: 'unread', error: new UnreachableError('timeout', 'secret') },
    'the devices cannot be read: the gateway did not answer in time',
  ],
  [
    { is: 'connected', unsaved: 'ENOSPC' },
    'connected; the position cannot be stored (ENOSPC), so that a restart repeats events',
  ],
])('%j is in words', (state, words) => {
  expect(stateWords(translate, state)).toBe(words);
  expect(stateStatus(translate, state)).toMatchObject({ text: words, fill: expect.any(String) });
});

it('a reason of a loss that is not known yet is shown as it is', () => {
  expect(lossWords(translate, { reason: 'overflow', seq: 1 })).toBe('events are missing: there were too many');
  expect(lossWords(translate, { reason: 'moved', seq: 1 })).toBe('events are missing (moved)');
});
