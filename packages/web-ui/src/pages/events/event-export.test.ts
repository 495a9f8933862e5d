import { describe, expect, it } from 'vitest';
import { curlOf, ndjsonOf } from './event-export.js';
import { createItemMaker } from './event-rows.js';
import { differences } from './json-diff.js';

const item = createItemMaker(() => undefined).of({
  seq: 42,
  kind: 'change',
  topic: "hub.home.sysvars.Wer ist's?",
  type: 'hub.sysvar_changed',
  ts: '2026-01-01T00:00:00.250Z',
  payload: { value: 'Zeile 1\nZeile 2 <b>' },
});

describe('the export of events', () => {
  it('is one line for each event and each gap, and none for a sentinel', () => {
    const lines = ndjsonOf([
      item,
      { item: 'mark', seq: 42, at: 0 },
      { item: 'gap', seq: 50, at: 0, after: 42, reason: 'evicted' },
    ]).split('\n');
    expect(lines.map((line) => (line === '' ? '' : JSON.parse(line)))).toEqual([
      {
        seq: 42,
        kind: 'change',
        topic: "hub.home.sysvars.Wer ist's?",
        type: 'hub.sysvar_changed',
        ts: '2026-01-01T00:00:00.250Z',
        payload: { value: 'Zeile 1\nZeile 2 <b>' },
      },
      { gap: { after: 42, up_to: 50, reason: 'evicted' } },
      '',
    ]);
  });

  it('requests exactly this event, for any name of its topic', () => {
    expect(curlOf('http://gateway.lan:8119/prefix', item)).toBe(
      `curl -sS -H "Authorization: Bearer $TOKEN" 'http://gateway.lan:8119/prefix/api/v1/events/log?since=41&topics=hub.home.sysvars.Wer+ist%27s%3F&limit=1'`,
    );
  });
});

describe('the comparison of payloads', () => {
  it('names each member that is different', () => {
    expect(differences({ a: 1, b: { c: 2, d: [1] }, e: 3 }, { a: 1, b: { c: 4, d: [1, 2] }, f: null })).toEqual([
      { path: 'b.c', before: 2, after: 4 },
      { path: 'b.d', before: [1], after: [1, 2] },
      { path: 'e', before: 3, after: undefined },
      { path: 'f', before: undefined, after: null },
    ]);
  });
});
