import { expect, it, vi } from 'vitest';
import type { Broker } from './broker.js';
import { openWriter } from './writer.js';

/** A broker whose publisher gets these answers, one after the other. */
function brokerThatAnswers(...answers: readonly object[]): { readonly broker: Broker; readonly fences: number[] } {
  const fences: number[] = [];
  const publish = vi.fn(async (_subject, _text, { expect: { lastSubjectSequence } }) => {
    fences.push(lastSubjectSequence);
    return answers[fences.length - 1];
  });
  const broker: unknown = {
    name: 'events',
    epoch: 'e1',
    isThere: true,
    hindered: () => {},
    look: async () => ({ epoch: 'e1', lastSeq: 7, oldestSeq: 1 }),
    client: { publish },
    manager: { streams: { getMessage: async () => null } },
  };
  return { broker: broker as Broker, fences };
}

it('takes for kept only what has a number: a leader without followers knows again what it was sent, and has none for it', async () => {
  const { broker, fences } = brokerThatAnswers(
    { seq: 8 },
    { seq: 0, duplicate: true },
    { seq: 9, duplicate: true },
    { seq: 10 },
  );
  const writer = await openWriter(broker, 'home');
  const append = (id: string) => writer.append([{ id, topic: 'device.A1', text: '{}' }]);
  expect(await append('1')).toEqual({ outcome: 'appended', seqs: [8] });
  expect(await append('2')).toMatchObject({ outcome: 'unknown', seqs: [] });
  expect(await append('2')).toEqual({ outcome: 'appended', seqs: [9] });
  expect(await append('3')).toEqual({ outcome: 'appended', seqs: [10] });
  expect(fences).toEqual([0, 8, 8, 9]);
});
