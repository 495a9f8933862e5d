import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type ChainedEntry, chain, NEW_JOURNAL, verifyChain } from '../src/index.js';
import { alarmWorld } from './world.js';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

function journal(): readonly ChainedEntry[] {
  const world = alarmWorld().ready();
  world.arm('perimeter');
  world.sensor('window');
  world.disarm();
  return chain(NEW_JOURNAL, world.journal(), digest);
}

describe('a journal', () => {
  it('is proved by the hashes, also in parts', () => {
    const entries = journal();
    expect(verifyChain(entries, NEW_JOURNAL, digest)).toEqual({
      ok: true,
      head: { id: entries.length, hash: entries.at(-1)?.hash },
    });
    const [first, ...rest] = entries;
    expect(verifyChain(rest, first ?? NEW_JOURNAL, digest)).toMatchObject({ ok: true });
    const again: readonly ChainedEntry[] = JSON.parse(JSON.stringify(entries));
    expect(verifyChain(again, NEW_JOURNAL, digest)).toMatchObject({ ok: true });
  });

  it.each<[string, (entries: readonly ChainedEntry[]) => readonly ChainedEntry[], number]>([
    ['changed', (all) => all.map((each) => (each.id === 2 ? { ...each, actor: 'mallory' } : each)), 2],
    ['removed', (all) => all.filter(({ id }) => id !== 2), 3],
    ['moved', ([a, b, ...rest]) => [b, a, ...rest].flatMap((each) => each ?? []), 2],
    ['given another time', (all) => all.map((each) => (each.id === 3 ? { ...each, at: each.at + 1 } : each)), 3],
  ])('shows the first entry after one that was %s', (_, change, id) => {
    expect(verifyChain(change(journal()), NEW_JOURNAL, digest)).toEqual({ ok: false, id });
  });
});
