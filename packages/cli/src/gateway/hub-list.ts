import type { CallAnswer, CallArguments } from '@ccu-gateway/client';
import { CliError, EXIT, unexpectedAnswer } from '../terminal/exit.js';
import type { Rest } from './rest.js';

type EntryOf<Id extends HubListId> = CallAnswer<Id> extends readonly (infer Entry)[] ? Entry : never;

type HubListId = 'listPrograms' | 'listSysvars' | 'listRooms' | 'listServiceMessages' | 'listAlarmMessages';

/** Entries read from the CCUs, with the names of the CCUs that are missing. */
export interface HubList<T> {
  readonly entries: readonly T[];
  readonly notRead: readonly string[];
}

/** A list that each CCU has; after a start of the gateway, some may not be read yet. @throws CliError */
export async function hubList<Id extends HubListId>(
  rest: Rest,
  operation: Id,
  ...options: CallArguments<Id>
): Promise<HubList<EntryOf<Id>>> {
  const response = await rest.request(operation, ...options);
  const entries: unknown = await response.json().catch(() => undefined);
  if (!Array.isArray(entries)) throw unexpectedAnswer(rest.url);
  // The contract has the type of the entries; `request` does not.
  return { entries: entries as readonly EntryOf<Id>[], notRead: namesOf(response.headers.get('x-not-read')) };
}

/** Refuses to search for one entry in an incomplete list. @throws CliError */
export function requireAll({ notRead }: HubList<unknown>, what: string): void {
  if (notRead.length === 0) return;
  const which = notRead.join(', ');
  throw new CliError(EXIT.tryLater, 'not_read', `the ${what} of ${which} were not read yet; nothing was done`, {
    fix: 'try again in a moment, or name the CCU that is meant with --central',
  });
}

function namesOf(header: string | null): readonly string[] {
  return (header ?? '').split(',').flatMap((part) => {
    const name = part.trim();
    try {
      return name === '' ? [] : [decodeURIComponent(name)];
    } catch {
      return [name];
    }
  });
}
