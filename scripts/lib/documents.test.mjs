import { describe, expect, test } from 'vitest';
import { formFaults } from './documents.mjs';

const record = ({
  title = 'Storage: two drivers',
  sections = ['Context', 'Decision', 'Alternatives', 'Consequences'],
  words = 3,
} = {}) => `# 72. ${title}\n${sections.map((name) => `\n## ${name}\n\n${'word '.repeat(words)}\n`).join('')}`;
const name = '0072-storage-two-drivers.md';

describe('the form of a decision record', () => {
  test('accepts a record with title, four sections and its name', () => {
    expect(formFaults(name, record())).toEqual([]);
  });

  test('rejects a title without an area', () => {
    expect(formFaults(name, record({ title: 'Two drivers' }))).toEqual([
      `${name}: must begin with "# N. Area: decision"`,
    ]);
  });

  test('rejects a name that does not follow the title', () => {
    expect(formFaults('0072-drivers.md', record())).toEqual([
      '0072-drivers.md: the name must be 0072-storage-two-drivers.md',
    ]);
  });

  test('rejects a title above 72 characters', () => {
    const title = `Storage: ${'d'.repeat(64)}`;
    const long = `0072-storage-${'d'.repeat(64)}.md`;
    expect(formFaults(long, record({ title }))).toEqual([`${long}: the title has 73 characters, at most 72`]);
  });

  test('rejects missing and empty sections', () => {
    expect(formFaults(name, record({ sections: ['Context', 'Decision', 'Consequences'] }))).toEqual([
      `${name}: must have the sections ## Context, ## Decision, ## Alternatives, ## Consequences, in this order`,
    ]);
    expect(formFaults(name, record({ words: 0 }))).toContain(`${name}: "## Alternatives" is empty`);
  });

  test('rejects more than 300 words', () => {
    expect(formFaults(name, record({ words: 75 }))).toEqual([`${name}: 308 words, at most 300`]);
  });
});
