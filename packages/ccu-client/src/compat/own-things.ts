import { leftoverRemoval } from '../rega/compat-scripts.js';
import type { ReGaScriptRow } from '../rega/scripts/index.js';
import type { GroupKind } from '../rega/scripts/names.js';
import type { CompatSession } from './json-session.js';
import { different, ok, type Recorder, skipped, type Verdict } from './recorder.js';
import { runScript } from './scripts.js';
import type { Wires } from './wires.js';

/** Prefix of everything that a run creates; nothing else is ever removed. */
const PREFIX = 'ccu-gateway-compat-';
/** With characters that the encodings of a CCU write differently. */
const TEXT = 'gr\u00fc\u00df 21 \u00b0C 3 \u20ac %41';

/** Makes, changes, reads back and removes own system variables, an own room and an own function. */
export async function checkOwnThings(
  wires: Wires,
  session: CompatSession | undefined,
  recorder: Recorder,
): Promise<void> {
  if (session === undefined) {
    await recorder.check('write', 'system variables, rooms and functions', () => skipped('no session'));
    return;
  }
  const name = `${PREFIX}${Math.floor(wires.random() * 1_000_000_000)}`;
  await checkTextVariable(session, `${name}-text`, recorder);
  await checkJsonVariable(session, `${name}-number`, recorder);
  for (const kind of ['rooms', 'functions'] as const) await checkGroup(session, kind, `${name}-${kind}`, recorder);
}

async function variableCalled(session: CompatSession, name: string): Promise<ReGaScriptRow<'variables'> | undefined> {
  const rows = await runScript(session, 'variables', { name });
  return 'error' in rows ? undefined : rows.find((row) => row.name === name);
}

const done = (rows: readonly unknown[] | { readonly error: string }): Verdict =>
  'error' in rows ? different(`refused as ${rows.error}`) : ok();

/** All by scripts. */
async function checkTextVariable(session: CompatSession, name: string, recorder: Recorder): Promise<void> {
  const check = (what: string, work: () => Promise<Verdict>) => recorder.check('write', `text variable, ${what}`, work);
  try {
    const made = await check('create', async () => {
      const rows = await runScript(session, 'variable_create', { name, type: 'STRING', description: TEXT });
      return done(rows);
    });
    if (made.outcome !== 'ok') return;
    await check('read back', async () => {
      const found = await variableCalled(session, name);
      if (found === undefined) return different('not there');
      if (found.description !== TEXT) return different('the description came back otherwise');
      return found.type === 'STRING' ? ok('with its description') : different('of another type');
    });
    await check('set', async () => {
      const rows = await runScript(session, 'variable_set', { name, value: TEXT });
      if ('error' in rows) return done(rows);
      return (await variableCalled(session, name))?.value === TEXT ? ok('read back') : different('came back otherwise');
    });
    await check('change', async () => {
      const rows = await runScript(session, 'variable_change', { name, change: { unit: '\u00b0C' } });
      if ('error' in rows) return done(rows);
      return (await variableCalled(session, name))?.unit === '\u00b0C'
        ? ok('read back')
        : different('came back otherwise');
    });
    await check('usage', async () => done(await runScript(session, 'variable_usage', { name })));
  } finally {
    await check('delete', () => removeVariable(session, name));
  }
}

/** A name that is not one of ours is never deleted, and nothing is deleted that is not there. */
async function removeVariable(session: CompatSession, name: string): Promise<Verdict> {
  if (!name.startsWith(PREFIX) || (await variableCalled(session, name)) === undefined) return skipped('not there');
  const rows = await runScript(session, 'variable_delete', { name });
  if ('error' in rows) return done(rows);
  return (await variableCalled(session, name)) === undefined ? ok('gone') : different('still there');
}

/** Made by a script, set and removed by the methods that serve where scripts are refused. */
async function checkJsonVariable(session: CompatSession, name: string, recorder: Recorder): Promise<void> {
  const check = (what: string, work: () => Promise<Verdict>) => recorder.check('write', what, work);
  try {
    const made = await check('number variable, create', async () =>
      done(await runScript(session, 'variable_create', { name, type: 'FLOAT', min: 0, max: 100 })),
    );
    if (made.outcome !== 'ok') return;
    await check('SysVar.setFloat', async () => {
      await session.call('SysVar.setFloat', { name, value: 21.5 });
      return (await variableCalled(session, name))?.value === 21.5 ? ok('read back') : different('came back otherwise');
    });
    await check('SysVar.deleteSysVarByName', async () => {
      const found = await variableCalled(session, name);
      if (found === undefined) return skipped('not there');
      await session.call('SysVar.deleteSysVarByName', { name });
      if ((await variableCalled(session, name)) !== undefined) return different('still there');
      return ok((await removeLeftover(session, found.id, name)) ? 'gone, its object removed' : 'gone');
    });
  } finally {
    // Where the method did not do it, the script does.
    if ((await variableCalled(session, name).catch(() => undefined)) !== undefined) {
      await check('number variable, delete', () => removeVariable(session, name));
    }
  }
}

/** An object that is in no list any more would stay for ever. */
async function removeLeftover(session: CompatSession, id: number, name: string): Promise<boolean> {
  if (!name.startsWith(PREFIX)) return false;
  const output = await session.call('ReGa.runScript', { script: leftoverRemoval.source({ id, name }) });
  const decoded = leftoverRemoval.decode(typeof output === 'string' ? output : '');
  return decoded.kind === 'rows' && decoded.rows[0]?.removed === true;
}

async function checkGroup(session: CompatSession, kind: GroupKind, name: string, recorder: Recorder): Promise<void> {
  const check = (what: string, work: () => Promise<Verdict>) => recorder.check('write', `${kind}, ${what}`, work);
  const called = async (wanted: string) => {
    const rows = await runScript(session, 'groups', { kind });
    return 'error' in rows ? undefined : rows.find((row) => row.name === wanted);
  };
  const renamed = `${name}-2`;
  try {
    const made = await check('create', async () => done(await runScript(session, 'group_create', { kind, name })));
    if (made.outcome !== 'ok') return;
    await check('rename', async () => {
      const found = await called(name);
      if (found === undefined) return different('not there');
      const rows = await runScript(session, 'group_rename', { kind, id: found.id, name: renamed });
      if ('error' in rows) return done(rows);
      return (await called(renamed))?.id === found.id ? ok('read back') : different('came back otherwise');
    });
  } finally {
    await check('delete', async () => {
      // Found by its name at this moment: an earlier id might belong to another object by now.
      const found = (await called(renamed)) ?? (await called(name));
      if (found === undefined || !found.name.startsWith(PREFIX)) return skipped('not there');
      const rows = await runScript(session, 'group_delete', { kind, id: found.id });
      if ('error' in rows) return done(rows);
      return (await called(found.name)) === undefined ? ok('gone') : different('still there');
    });
  }
}
