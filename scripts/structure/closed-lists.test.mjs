import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DEVICE_TYPES } from '../../packages/matter-bridge/src/mapping/device-types.ts';
import { HELD_BACK, REASONS } from '../../packages/matter-bridge/src/mapping/reasons.ts';
import { CHANNEL_KINDS, SUBJECTS } from '../../packages/notify/src/settings/index.ts';
import { remarkTexts } from '../../packages/web-ui/src/pages/matter/remark-texts.ts';
import { typeTexts } from '../../packages/web-ui/src/pages/matter/type-texts.ts';
import { webhookFormats } from '../../packages/webhook-bridge/src/formats/index.ts';

// The web UI and the documents cannot import the bridge, so that types compare nothing of this.
const page = (name) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

it('Matter device types of endpoints have a name in packages/web-ui/src/pages/matter/type-texts.ts', () => {
  expect(Object.keys(typeTexts).sort()).toEqual([...Object.keys(DEVICE_TYPES), 'BridgedNode'].sort());
});

it('reasons of the Matter bridge have a text in packages/web-ui/src/pages/matter/remark-texts.ts', () => {
  expect(Object.keys(remarkTexts).sort()).toEqual([...Object.keys(REASONS), ...Object.keys(HELD_BACK)].sort());
});

it('reasons of the Matter bridge have a row in docs/matter.md', () => {
  const text = page('matter.md');
  for (const code of Object.keys({ ...REASONS, ...HELD_BACK })) {
    expect(text.includes(`\`${code}\``), `docs/matter.md has a row for the reason ${code}`).toBe(true);
  }
});

it('kinds of channels and matters of rules are described in docs/notify.md', () => {
  const text = page('notify.md');
  for (const name of [...CHANNEL_KINDS, ...SUBJECTS]) {
    expect(text.includes(`\`${name}\``), `docs/notify.md describes ${name}`).toBe(true);
  }
});

it('formats of webhooks are described in docs/webhooks.md by the beginning of their secrets', () => {
  const text = page('webhooks.md');
  for (const { prefix } of webhookFormats) {
    expect(text.includes(prefix), `docs/webhooks.md describes the format with secrets "${prefix}…"`).toBe(true);
  }
});
