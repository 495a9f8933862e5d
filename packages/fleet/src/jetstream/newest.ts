import type { SharedRecord } from '@ccu-gateway/event-stream';
import type { Broker } from './broker.js';
import { readRecord } from './record.js';
import { subjectOf } from './subjects.js';

type Place = Pick<Broker, 'manager' | 'name'>;

/** The newest message of a source; null where there is none. */
export const newestOf = ({ manager, name }: Place, source: string) =>
  manager.streams.getMessage(name, { last_by_subj: subjectOf(name, source) });

export async function lastOf(broker: Place, source: string): Promise<SharedRecord | undefined> {
  const message = await newestOf(broker, source);
  if (message === null) return undefined;
  const { seq, subject, header } = message;
  return readRecord({ seq, subject, headers: header, string: () => message.string() });
}
