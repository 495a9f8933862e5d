import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { anonymize } from './anonymize.js';

const pseudonym = (text: string) => `anon:${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;

describe('a dump for other people', () => {
  it('has the same pseudonym for the same thing, wherever it stands', () => {
    const dump = {
      interfaces: [
        {
          id: 'haus-HmIP-RF',
          central_id: 'haus',
          host: '10.0.0.7',
          note: 'haus answers at 10.0.0.7, the rest is fine',
        },
      ],
      'haus.local': { device: 'NEQ1234567:1', text: 'UNREACH of 0001D3C99C0001:0' },
    };
    const hidden = JSON.stringify(anonymize(dump, ['haus.local', 'haus']));
    for (const telling of ['haus', '10.0.0.7', 'NEQ1234567', '0001D3C99C0001']) expect(hidden).not.toContain(telling);
    expect(hidden).toContain(`"${pseudonym('haus')}-HmIP-RF"`);
    expect(hidden).toContain(`${pseudonym('haus')} answers at ${pseudonym('10.0.0.7')}, the rest is fine`);
    expect(hidden).toContain(`UNREACH of ${pseudonym('0001D3C99C0001')}:0`);
  });

  it('keeps words that only contain a name, and handles special signs in names', () => {
    expect(anonymize('household of hq.x (hq)', ['hq', 'house'])).toBe(
      `household of ${pseudonym('hq')}.x (${pseudonym('hq')})`,
    );
    expect(anonymize('a-b[c].* and ab', ['a-b[c].*'])).toBe(`${pseudonym('a-b[c].*')} and ab`);
  });
});
