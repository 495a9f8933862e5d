import type { DoctorFinding } from '@ccu-gateway/contract/types';
import type { DataDirectoryFacts } from '../ports/doctor.js';
import { type DoctorRule, ok, problem, warning } from './finding.js';

const area = 'data_directory' as const;

/** Checks that the gateway, and only the gateway, can use the data directory, its database and its key. */
export const dataDirectoryRule: DoctorRule = ({ dataDirectory, running }) => {
  if (dataDirectory === undefined) return [];
  return [
    ...directory(dataDirectory),
    ...dataDirectory.odd.map(oddFile),
    ...lock(dataDirectory, running),
    ...database(dataDirectory),
    ...key(dataDirectory),
  ];
};

function directory({ path, state }: DataDirectoryFacts): readonly DoctorFinding[] {
  const why = 'Accounts, tokens and settings are kept there.';
  const facts = { path };
  const setting = 'data_dir';
  switch (state) {
    case 'ok':
      return [ok({ id: 'data_dir.usable', area, what: `${path} can be written`, facts })];
    case 'missing':
      return [
        ok({ id: 'data_dir.to_be_made', area, what: `${path} is not there yet; the first start makes it`, facts }),
      ];
    case 'no_directory':
      return [
        problem({
          id: 'data_dir.no_directory',
          area,
          what: `${path} is not a directory`,
          why,
          fix: { text: 'Name another path, or move the file away.', setting },
          facts,
        }),
      ];
    case 'cannot_be_made':
      return [
        problem({
          id: 'data_dir.cannot_be_made',
          area,
          what: `${path} is not there and cannot be made`,
          why,
          fix: { text: 'Make it as a user with the right.', command: `mkdir -p -m 700 ${quoted(path)}`, setting },
          facts,
        }),
      ];
    case 'not_writable':
      return [
        problem({
          id: 'data_dir.not_writable',
          area,
          what: `${path} cannot be written by this user`,
          why,
          fix: {
            text: 'Give the directory to the user of the gateway.',
            command: `chown -R "$(id -u)" ${quoted(path)} && chmod 700 ${quoted(path)}`,
          },
          facts,
        }),
      ];
  }
}

function oddFile({ path, is }: DataDirectoryFacts['odd'][number]): DoctorFinding {
  if (is === 'open_to_others') {
    return warning({
      id: 'data_dir.open_to_others',
      area,
      what: `${path} can be read or written by other users of this machine`,
      why: 'It holds secrets: their readers can sign in as the gateway.',
      fix: { text: 'Take the rights of others away; doctor --fix does it.', command: 'ccu-gateway doctor --fix' },
      facts: { path },
    });
  }
  return problem({
    id: 'data_dir.of_another_user',
    area,
    what: `${path} belongs to another user`,
    why: 'The gateway may be able to read it and not to write it, and then loses changes.',
    fix: { text: 'Give it to the user of the gateway.', command: `chown <user of the gateway> ${quoted(path)}` },
    facts: { path },
  });
}

function lock({ path, lock: { state, process } }: DataDirectoryFacts, running: boolean): readonly DoctorFinding[] {
  if (state !== 'held') return [];
  const facts = { path, ...(process === undefined ? {} : { process }) };
  const who = process === undefined ? 'A gateway' : `A gateway (process ${process})`;
  const what = `${who} runs on ${path}`;
  // Only this process can have it while a gateway is asked.
  if (running) return [];
  return [ok({ id: 'data_dir.in_use', area, what: `${what}; its files were checked beside it`, facts })];
}

function database({ path, database: found }: DataDirectoryFacts): readonly DoctorFinding[] {
  const { state, message = '', remedy, bytes } = found;
  const facts = { path, message };
  switch (state) {
    case 'none':
      return [ok({ id: 'database.none', area, what: 'no database yet; the first start makes it' })];
    case 'ok':
      return [
        ok({ id: 'database.whole', area, what: 'the database is whole', facts: bytes === undefined ? {} : { bytes } }),
      ];
    case 'damaged':
      return [
        problem({
          id: 'database.damaged',
          area,
          what: `the database is damaged: ${message}`,
          why: 'Accounts and settings cannot be read from it.',
          fix: { text: remedy ?? `Stop the gateway and put a backup of ${path} there.` },
          facts,
        }),
      ];
    case 'newer':
      return [
        problem({
          id: 'database.newer',
          area,
          what: `the database was written by a newer version: ${message}`,
          why: 'This version does not start on it, so that nothing of it is lost.',
          fix: { text: 'Start the version that wrote it, or a newer one.' },
          facts,
        }),
      ];
    case 'no_driver':
      return [
        problem({
          id: 'database.no_driver',
          area,
          what: `nothing here can open the database: ${message}`,
          why: 'Accounts and settings cannot be read.',
          fix: {
            text: remedy ?? 'Use Node 22.13 or newer, or install better-sqlite3.',
            setting: 'persistence.sqlite_driver',
          },
          facts,
        }),
      ];
    case 'unreadable':
      return [
        problem({
          id: 'database.unreadable',
          area,
          what: `the database cannot be opened: ${message}`,
          why: 'Accounts and settings cannot be read.',
          fix: { text: remedy ?? `Check the rights of ${path} and the disk.` },
          facts,
        }),
      ];
  }
}

function key({ key: { state, message = '' } }: DataDirectoryFacts): readonly DoctorFinding[] {
  if (state === 'none') return [];
  if (state === 'ok' || state === 'from_environment')
    return [ok({ id: 'key.usable', area, what: 'the key of the secrets is there' })];
  const why = 'Passwords of CCUs and brokers are sealed with it, and cannot be read without it.';
  if (state === 'missing') {
    return [
      problem({
        id: 'key.missing',
        area,
        what: 'secrets are sealed, and their key is gone',
        why,
        fix: { text: 'Put the key file back from a backup, or write the passwords again.' },
      }),
    ];
  }
  return [
    problem({
      id: 'key.unusable',
      area,
      what: `the key of the secrets cannot be used: ${message}`,
      why,
      fix: { text: 'Put the key file back from a backup, readable by the gateway only.' },
      facts: { message },
    }),
  ];
}

/** For a shell. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
