import { describe, expect, it } from 'vitest';
import { countFaults, judge, lowered } from './ratchet.mjs';
import { changesetFaults, faultsOf, recordTitleFaults, sentencesOf, subjectFaults } from './rules.mjs';
import { textsOfSource } from './source-texts.mjs';

const rules = (faults) => faults.map(({ rule }) => rule);

describe('sentences of Markdown', () => {
  it('split at the end of a sentence, an item and a cell, and have no code', () => {
    const text =
      '# The title of this page\n\n```sh\nwhat is not read as prose here\n```\nOne sentence about `what it says`. Another\nsentence over two lines:\n- an item of four words\n\n| the first cell of it | the second cell of it |\n|---|---|\n';
    expect(sentencesOf(text)).toEqual([
      '# The title of this page',
      'One sentence about X.',
      'Another sentence over two lines:',
      'an item of four words',
      'the first cell of it',
      'the second cell of it',
    ]);
  });
});

describe('the rules for a sentence', () => {
  it.each([
    ['What was let in is closed.', 'what'],
    ['Closes the sockets of whoever was revoked.', 'what'],
    ['Only users whose token expired are listed.', 'what'],
    ['The model is told of the value.', 'told'],
    ['The header says which token it is.', 'told'],
    ['Reads the whole house from the CCU.', 'word'],
    ['Adds another way in for browsers.', 'word'],
    ['Bounds each mouth of the gateway.', 'word'],
    ['Sorts the readers at their places.', 'word'],
    ['Sends a mark after the retained messages.', 'word'],
    ['Restores the values of before again.', 'word'],
    ['The switch is looked at first.', 'word'],
    [`Sends ${'one word '.repeat(13)}more.`, 'long'],
  ])('refuse "%s" as "%s"', (sentence, rule) => {
    expect(rules(faultsOf(sentence))).toEqual([rule]);
  });

  it.each([
    'Revokes the token and closes its sockets.',
    'A sentinel message marks the end of retained messages.',
    'Connections take place in the background, in place of a restart.',
    'What is a sentinel message?',
    'The way in which a value is stored.',
  ])('accept "%s"', (sentence) => {
    expect(faultsOf(sentence)).toEqual([]);
  });

  it('refuse clauses of `what` and `who` in German too', () => {
    expect(rules(faultsOf('Hier steht, was das Gateway meldet.', 'de'))).toEqual(['what']);
    expect(rules(faultsOf('Die CCU sagt nicht, ob sie läuft.', 'de'))).toEqual(['told']);
    expect(faultsOf('Das Gateway meldet jede Änderung.', 'de')).toEqual([]);
  });
});

describe('the rules for titles', () => {
  it('hold a changeset to one sentence of at most 30 words', () => {
    const head = '---\n"@ccu-gateway/server": patch\n---\n\n';
    expect(changesetFaults(`${head}The server closes the sockets of a revoked token.\n`)).toEqual([]);
    expect(changesetFaults(`${head}The server closes sockets. The CLI lists them.\n`)).toHaveLength(1);
    expect(changesetFaults(`${head}The server ${'closes and '.repeat(15)}ends.\n`)).toHaveLength(1);
  });

  it('hold the title of a record to its form and length', () => {
    expect(recordTitleFaults('MQTT: a sentinel message marks the end of retained messages')).toEqual([]);
    expect(rules(recordTitleFaults('A sentinel message marks the end'))).toEqual(['form']);
    expect(rules(recordTitleFaults(`Web UI: request the snapshot ${'early '.repeat(8)}`))).toEqual(['form']);
  });

  it('hold the subject of a commit to its form and length', () => {
    expect(subjectFaults('auth-core, server: close the sockets of a revoked token')).toEqual([]);
    expect(rules(subjectFaults('Fix tests'))).toEqual(['form']);
    expect(rules(subjectFaults(`server: close ${'the sockets of '.repeat(5)}`))).toEqual(['form']);
    expect(rules(subjectFaults('server: close what was revoked'))).toEqual(['what']);
  });
});

describe('the texts of a source file', () => {
  it('are doc comments by their first sentence, messages without code, and no imports', () => {
    const found = textsOfSource(
      'packages/a/src/b.ts',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is a source.
      "import x from 'not a message at all';\n/** Reads one value. It throws. */\nexport const a = () => fail(`The value of ${1} is bad`);\nconst sql = 'SELECT name FROM users AS u';\n",
    );
    expect(found.docComments.map(({ prose }) => prose)).toEqual(['Reads one value.']);
    expect(found.messages.map(({ prose, line }) => [prose, line])).toEqual([['The value of X is bad', 3]]);
  });

  it('are the titles of a test file, with those of tables', () => {
    const found = textsOfSource(
      'packages/a/src/b.test.ts',
      "describe('a token', () => { it('closes its socket', f); it.each([1])('stays %s', f); expect(said('not a title')); });",
    );
    expect(found.testTitles.map(({ prose }) => prose)).toEqual(['a token', 'closes its socket', 'stays %s']);
  });

  it('are texts of the web UI in two languages', () => {
    const found = textsOfSource(
      'packages/web-ui/src/pages/a/texts.ts',
      "export const t = defineTexts({ a: { en: 'Nothing is wrong with it', de: { one: 'Nichts ist daran nicht in Ordnung' } } });",
    );
    expect(found.uiTexts.map(({ language }) => language)).toEqual(['en', 'de']);
  });
});

describe('the ratchet', () => {
  const units = (faulty, all) =>
    Array.from({ length: all }, (_, index) => ({ faults: index < faulty ? [{ rule: 'told' }, { rule: 'told' }] : [] }));
  const counts = (faulty, all = 1000) => ({ markdown: countFaults(units(faulty, all)) });

  it('counts a sentence once for each rule', () => {
    expect(counts(3).markdown).toMatchObject({ sentences: 1000, told: 3, what: 0 });
  });

  it('fails a figure above its ceiling, and names a ceiling that can be lowered', () => {
    const ceilings = { markdown: { told: 9 } };
    expect(judge(counts(10), ceilings).worse).toMatchObject([
      { area: 'markdown', rule: 'told', figure: 10, allowed: 9 },
    ]);
    expect(judge(counts(9), ceilings)).toEqual({ worse: [], lower: [] });
    expect(judge(counts(7), ceilings).lower).toMatchObject([{ figure: 7, ceiling: 9 }]);
  });

  it('holds an area without a ceiling to the goal', () => {
    expect(judge(counts(5), {})).toEqual({ worse: [], lower: [] });
    expect(judge(counts(6), {}).worse).toHaveLength(1);
  });

  it('lowers ceilings, never raises them, and drops them at the goal', () => {
    expect(lowered(counts(8), { markdown: { told: 9 } })).toEqual({ markdown: { told: 8 } });
    expect(lowered(counts(12), { markdown: { told: 9 } })).toEqual({ markdown: { told: 9 } });
    expect(lowered(counts(2), { markdown: { told: 9 } })).toEqual({});
  });
});
