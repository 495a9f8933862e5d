import type { StreamInfo } from '@nats-io/jetstream';
import { encodeToken } from '../broker/tokens.js';
import { SharedLogRefusedError } from './errors.js';
import { decodeToken } from './subjects.js';

/** The maker of a stream. It stands in the description, which all servers keep. */
export interface Marker {
  readonly owner: string;
  readonly epoch: string;
}

const title = 'event log';

export function writeMarker({ owner, epoch }: Marker): string {
  return `${title} owner:${encodeToken(owner)} epoch:${encodeToken(epoch)}`;
}

function readMarker(description: string | undefined): Marker | undefined {
  const found = /^event log owner:([\w=-]+) epoch:([\w=-]+)$/.exec(description ?? '');
  return found?.[1] && found[2] ? { owner: decodeToken(found[1]), epoch: decodeToken(found[2]) } : undefined;
}

/** The marker of a stream that is a log of this owner; throws when it is something else. */
export function checkStream({ config, state }: StreamInfo, owner: string, above: number): Marker {
  const { name } = config;
  const refuse = (reason: string, remedy: string) => new SharedLogRefusedError(reason, remedy);
  const marker = readMarker(config.description);
  if (!marker) {
    throw refuse(
      `the stream "${name}" is not an event log`,
      'choose another name, or remove the stream if nobody uses it',
    );
  }
  if (marker.owner !== owner) {
    const whose = `the stream "${name}" belongs to "${marker.owner}", not to "${owner}"`;
    throw refuse(whose, 'give each owner a name of its own on this broker');
  }
  const fits =
    config.subjects.join() === `${name}.*` &&
    config.retention === 'limits' &&
    config.discard === 'old' &&
    !config.sealed &&
    !config.mirror &&
    !config.sources?.length;
  if (!fits) {
    const remedy = `set the subjects to "${name}.*", retention to limits and discard to old, or use another name`;
    throw refuse(`the configuration of the stream "${name}" was changed`, remedy);
  }
  if (state.last_seq < above) {
    const reason = `the stream "${name}" ends at ${state.last_seq}, but numbers up to ${above} were given out`;
    throw refuse(reason, 'restore the newer stream, or remove it so that a new one begins above');
  }
  return marker;
}
