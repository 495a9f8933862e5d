import { encodeToken } from '../broker/tokens.js';

/** Decodes a token of `encodeToken`. */
export function decodeToken(token: string): string {
  return decodeURIComponent(token.replaceAll('=', '%'));
}

/** One subject a source: the fence of JetStream is the newest message of a subject. */
export function subjectOf(stream: string, source: string): string {
  return `${stream}.${encodeToken(source)}`;
}

/** The source of messages under a subject of `subjectOf`. */
export function sourceOf(subject: string): string {
  return decodeToken(subject.slice(subject.indexOf('.') + 1));
}
