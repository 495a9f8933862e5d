import { readTopics } from '../model/request.js';
import { isRestricted, toAtoms } from './topic.js';

/** The topics of a client, or their fault. Restricted ones are left out: they match nothing for a client. */
export function readClientTopics(value: unknown): readonly string[] | string {
  const topics = readTopics(value);
  return typeof topics === 'string' ? topics : topics.filter((topic) => !isRestricted({ atoms: toAtoms(topic) }));
}
