import { expect, it } from 'vitest';
import { PAGES, type PageEntry } from './registry.js';

it('gives each page an icon and an address of its own', () => {
  const pages: readonly PageEntry[] = PAGES;
  expect(new Set(pages.map(({ icon }) => JSON.stringify(icon))).size).toBe(pages.length);
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
});
