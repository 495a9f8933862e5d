import { describe, expect, it } from 'vitest';
import type { Link } from './link.js';
import { createLinkProfiles } from './link-profiles.js';

const link = (sender_address: string, more: object = {}): Link =>
  ({ central_name: 'home', sender_address, receiver_address: 'R:1', ...more }) as Link;
const withProfile = (sender_address: string, name: string): Link =>
  link(sender_address, { central_name: undefined, profile: { id: 1, name, settings: [] } });

/** Readings that a test answers one by one. */
function startReadings() {
  const readings: { readonly device: string; answer(links: readonly Link[]): void; fail(): void }[] = [];
  const profiles = createLinkProfiles(
    (_, device) =>
      new Promise((settle, fail) => {
        readings.push({ device, answer: settle, fail: () => fail(new Error('gone')) });
      }),
  );
  return { readings, profiles };
}

const settled = () => new Promise((settle) => setImmediate(settle));

describe('profiles of links', () => {
  it('are read once for each sender, for two of them at a time', async () => {
    const { readings, profiles } = startReadings();
    for (const sender of ['A:1', 'A:2', 'B:1', 'C:1']) profiles.of(link(sender));
    expect(readings.map(({ device }) => device)).toEqual(['A', 'B']);
    readings[0]?.answer([withProfile('A:1', 'On'), withProfile('A:2', 'Off')]);
    await settled();
    expect(readings.map(({ device }) => device)).toEqual(['A', 'B', 'C']);
    const found = profiles.of(link('A:3')).value;
    expect(found.state === 'read' && [...found.profiles].map(([key, profile]) => [key, profile?.name])).toEqual([
      ['home/A:1/R:1', 'On'],
      ['home/A:2/R:1', 'Off'],
    ]);
    expect(profiles.of(link('B:1')).value).toEqual({ state: 'reading' });
    expect(readings).toHaveLength(3);
  });

  it('are failed where the CCU did not answer, and the next ones are read', async () => {
    const { readings, profiles } = startReadings();
    const [failed] = ['A:1', 'B:1', 'C:1'].map((sender) => profiles.of(link(sender)));
    readings[0]?.fail();
    await settled();
    expect(failed?.value).toEqual({ state: 'failed' });
    expect(readings.map(({ device }) => device)).toEqual(['A', 'B', 'C']);
  });
});
