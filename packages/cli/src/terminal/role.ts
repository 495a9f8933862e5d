import { usageError } from './exit.js';
import { didYouMean } from './nearest.js';

const ROLES = ['viewer', 'operator', 'admin'] as const;

/** What an account or a token may do. @throws CliError for what is no role */
export function parseRole(text: string): (typeof ROLES)[number] {
  const role = ROLES.find((known) => known === text);
  if (role !== undefined) return role;
  const hint = didYouMean(text, ROLES) || `; there are: ${ROLES.join(', ')}`;
  throw usageError(`there is no role "${text}"${hint}`, 'use viewer, operator or admin');
}
