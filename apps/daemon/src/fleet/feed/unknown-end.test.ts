import { createSharedMemoryLog, createSharedMemoryStore } from '@ccu-gateway/event-stream';
import { describe, expect, it } from 'vitest';
import { END, writeMark } from './hidden-text.js';
import { sourceOfCentral } from './source.js';
import { suspectLeft, type UnknownEndParts } from './unknown-end.js';

const hidden = (id: string, text: string) => ({ id, topic: '$', text, hidden: true }) as const;

async function build(texts: readonly string[]) {
  const shared = createSharedMemoryLog(createSharedMemoryStore('a'));
  const writer = await shared.openWriter(sourceOfCentral('home'));
  await writer.append(texts.map((text, index) => hidden(String(index), text)));
  const left: string[] = [];
  const warned: string[] = [];
  const parts: UnknownEndParts = {
    shared,
    feed: { suspectLeft: (central) => left.push(central) },
    log: { warn: (message) => warned.push(message) },
  };
  return { parts, left, warned };
}

describe('a CCU of which no state could be taken over', () => {
  it('counts as left where the log has something of its holder, even if its state was never kept', async () => {
    const { parts, left } = await build([END, writeMark('a')]);
    await suspectLeft([{ central: 'home', hadState: false }], parts);
    expect(left).toEqual(['home']);
  });

  it('does not where its holder has given it back, or has published nothing of it', async () => {
    const { parts, left } = await build([writeMark('a'), END]);
    const ccus = [
      { central: 'home', hadState: true },
      { central: 'new', hadState: false },
    ];
    await suspectLeft(ccus, parts);
    expect(left).toEqual([]);
  });

  it('counts as left where it had a state and the log has nothing of it any more', async () => {
    const { parts, left } = await build([]);
    await suspectLeft([{ central: 'home', hadState: true }], parts);
    expect(left).toEqual(['home']);
  });

  it('counts as left where the log does not answer, as do those that were not asked for yet', async () => {
    const { parts, left, warned } = await build([END]);
    const { lastOf } = parts.shared;
    const shared: UnknownEndParts['shared'] = {
      lastOf: (source) =>
        source === sourceOfCentral('home') ? lastOf(source) : Promise.reject(new Error('no answer')),
    };
    const ccus = ['home', 'flat', 'shed'].map((central) => ({ central, hadState: false }));
    await suspectLeft(ccus, { ...parts, shared });
    expect(left).toEqual(['flat', 'shed']);
    expect(warned).toHaveLength(1);
  });
});
