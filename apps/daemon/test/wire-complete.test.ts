import { apiOperations, wsCommands } from '@ccu-gateway/server';
import { expect, it } from 'vitest';
import { OPERATION_ROWS } from './wire/rows.js';
import { COMMAND_ROWS } from './wire/rows-commands.js';
import { REFUSED_ROWS } from './wire/rows-refused.js';
import { SPARED } from './wire/spared.js';

const rows = [...Object.values(OPERATION_ROWS).flat(), ...COMMAND_ROWS, ...REFUSED_ROWS];
const tried = new Set(rows.map(({ of }) => of));

const operations = apiOperations
  .filter(({ method }) => method !== 'GET')
  .map(({ method, path }) => `${method} ${path}`);
/** What a viewer may call changes nothing. */
const commands = wsCommands.filter(({ access }) => access !== 'viewer').map(({ name }) => name);
const writing = [...operations, ...commands];

it('every operation and command that can change something is held to the wire, or spared for a reason', () => {
  const missing = writing.filter((each) => !tried.has(each) && SPARED[each] === undefined);
  expect(missing, 'add a row for each in wire/rows-*.ts, or its reason in wire/spared.ts').toEqual([]);
});

it('nothing is spared that is tried, and nothing is named that does not exist', () => {
  const known = new Set([...writing, ...wsCommands.map(({ name }) => name)]);
  expect(Object.keys(SPARED).filter((each) => tried.has(each) || !known.has(each))).toEqual([]);
  expect([...tried].filter((each) => !known.has(each))).toEqual([]);
});
