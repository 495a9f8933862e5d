import type { CallAnswer } from '@ccu-gateway/client';

export type OwnBackup = CallAnswer<'listOwnBackups'>[number];
export type OwnStatus = CallAnswer<'getOwnBackupStatus'>;

/** Keys of the texts for the parts of a backup; undefined for a part that this page does not know. */
const PARTS = {
  'ccu-gateway.db': 'partAccounts',
  'matter.db': 'partMatter',
  'config.yaml': 'partConfig',
  'history.db': 'partHistory',
  'events.db': 'partEvents',
  'secret.key.sealed': 'partKey',
} as const;

export type PartKey = (typeof PARTS)[keyof typeof PARTS];

/** Contents of a backup, in the order of the table above. Parts of a newer gateway keep their own names. */
export function contentsOf(parts: readonly string[]): readonly (PartKey | { readonly name: string })[] {
  const known = Object.entries(PARTS).flatMap(([name, key]) => (parts.includes(name) ? [key] : []));
  return [...known, ...parts.filter((name) => !Object.hasOwn(PARTS, name)).map((name) => ({ name }))];
}

/** The schedule of backups of the gateway, from the section `backup` of the settings. */
export function ownScheduleOf(section: Readonly<Record<string, unknown>>): {
  /** Undefined: none are made by themselves. */
  readonly every: string | undefined;
  readonly keep: number;
} {
  const own: unknown = section.own;
  const { schedule, keep_last: keep } =
    typeof own === 'object' && own !== null ? (own as Readonly<Record<string, unknown>>) : {};
  const every = typeof schedule === 'string' && !/^0+[a-z]*$/.test(schedule) ? schedule : undefined;
  return { every, keep: typeof keep === 'number' ? keep : 0 };
}

/** Why a passphrase cannot be taken, as a key of the texts. */
export function passphraseProblem(passphrase: string, repeated: string): 'tooShort' | 'differ' | undefined {
  if ([...passphrase].length < 12) return 'tooShort';
  return passphrase === repeated ? undefined : 'differ';
}

/** How much of a backup is in the file, from 0 to 100; undefined while that is not known. */
export function shareOf(done: number, total: number | undefined): number | undefined {
  return total === undefined || total <= 0 ? undefined : Math.min(100, Math.floor((done / total) * 100));
}
