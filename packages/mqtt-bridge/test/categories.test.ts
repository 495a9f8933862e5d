import { readFileSync } from 'node:fs';
import { customDataPoint } from '@ccu-gateway/contract';
import type { CustomDPSummary } from '@ccu-gateway/contract/types';
import { expect, it } from 'vitest';
import { customEntities } from '../src/discovery/custom.js';
import type { Scene } from '../src/discovery/message.js';

const page = readFileSync(new URL('../../../docs/home-assistant.md', import.meta.url), 'utf8');

/** A device with one custom data point that has no options. */
function sceneOf(category: CustomDPSummary['category']): Scene {
  const own = { category, name: 'X', kind: category, channel_no: 1, supported_operations: [] };
  const empty = { confirm: {}, capabilities: {}, config: {}, state: {}, translated_name: '', parameter_name: '' };
  // The members that entities of custom data points read.
  return { customDataPoints: [{ ...own, ...empty }], topic: (...levels: unknown[]) => levels.join('/') } as never;
}

it.each(customDataPoint.shape.category.options)('documents the entity of the category %s', (category) => {
  const platforms = customEntities(sceneOf(category)).map(({ component }) => component.p);
  expect(platforms.length, `customEntities has no entity for ${category}`).toBeGreaterThan(0);
  for (const each of platforms) {
    expect(page, `docs/home-assistant.md has no row for the entity ${each}`).toMatch(
      new RegExp(`^\\|.*\`${each}\``, 'm'),
    );
  }
});
