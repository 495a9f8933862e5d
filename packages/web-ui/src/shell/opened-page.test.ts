import { expect, it } from 'vitest';
import { pageOf } from './opened-page.tsx';

it.each([
  [{ type: 'open', page: 'alarm' }, 'alarm'],
  [{ type: 'open', page: 7 }, undefined],
  [{ type: 'other', page: 'alarm' }, undefined],
  [null, undefined],
  ['alarm', undefined],
])('a message of the service worker with %j asks for the page %s', (message, page) => {
  expect(pageOf(message)).toBe(page);
});
