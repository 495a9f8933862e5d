import { expect, it } from 'vitest';
import { SCREENS } from '../../test/browser/screens.js';
import { PAGES, type PageEntry, pageAt } from './registry.js';

it('gives each page an icon and an address of its own', () => {
  const pages: readonly PageEntry[] = PAGES;
  expect(new Set(pages.map(({ icon }) => JSON.stringify(icon))).size).toBe(pages.length);
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
});

it.each([
  ['/', 'home'],
  ['/devices', 'devices'],
  ['/devices/home/000A1B/history', 'device'],
  ['/devices/home/000A1B', 'device'],
  ['/no-such-page', undefined],
])('%s shows the page %s', (path, id) => {
  expect(pageAt(path)?.id).toBe(id);
});

it('has each of its pages among the screens of the browser tests for every language, theme and width', () => {
  const looked = SCREENS.map(({ path }) => pageAt(new URL(path, 'http://gateway').pathname)?.id);
  expect(new Set(looked)).toEqual(new Set(PAGES.map(({ id }) => id)));
});
