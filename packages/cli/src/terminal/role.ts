import { usageError } from './exit.js';
import { didYouMean } from './nearest.js';

const ROLES = ['viewer', 'operator', 'admin'] as const;

/** Role of an account or token. @throws CliError for an unknown role */
export function parseRole(text: string): (typeof ROLES)[number] {
  const role = ROLES.find((known) => known === text);
  if (role !== undefined) return role;
  const hint = didYouMean(text, ROLES) || `; there are: ${ROLES.join(', ')}`;
  throw usageError(`there is no role "${text}"${hint}`, 'use viewer, operator or admin');
}
