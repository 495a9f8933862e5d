import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DEVICE_TYPES } from '../../packages/matter-bridge/src/mapping/device-types.ts';
import { HELD_BACK, REASONS } from '../../packages/matter-bridge/src/mapping/reasons.ts';
import { remarkTexts } from '../../packages/web-ui/src/pages/matter/remark-texts.ts';
import { typeTexts } from '../../packages/web-ui/src/pages/matter/type-texts.ts';

// The web UI and the documents cannot import the bridge, so that types compare nothing of this.
const matterPage = readFileSync(new URL('../../docs/matter.md', import.meta.url), 'utf8');

it('Matter device types of endpoints have a name in packages/web-ui/src/pages/matter/type-texts.ts', () => {
  expect(Object.keys(typeTexts).sort()).toEqual([...Object.keys(DEVICE_TYPES), 'BridgedNode'].sort());
});

it('reasons of the Matter bridge have a text in packages/web-ui/src/pages/matter/remark-texts.ts', () => {
  expect(Object.keys(remarkTexts).sort()).toEqual([...Object.keys(REASONS), ...Object.keys(HELD_BACK)].sort());
});

it('reasons of the Matter bridge have a row in docs/matter.md', () => {
  for (const code of Object.keys({ ...REASONS, ...HELD_BACK })) {
    expect(matterPage.includes(`\`${code}\``), `docs/matter.md has a row for the reason ${code}`).toBe(true);
  }
});
