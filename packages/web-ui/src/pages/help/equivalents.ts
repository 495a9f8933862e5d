import type { Role } from '../../session/session.js';

/** A page of the app, and the role that it needs. */
export interface Equivalent {
  readonly page: string;
  readonly role: Role;
}

/** Pages of the app that are about the subject of a document, by its path below `docs`. */
export const EQUIVALENTS: ReadonlyMap<string, Equivalent> = new Map([
  ['howto/back-up-and-restore.md', { page: 'backups', role: 'admin' }],
  ['howto/radio-budget.md', { page: 'radio', role: 'viewer' }],
]);

/** The page of the app for a document in any language. */
export const equivalentOf = (document: string): Equivalent | undefined =>
  EQUIVALENTS.get(document.replace(/^de\//, ''));
