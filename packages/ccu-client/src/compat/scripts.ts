import type { InterfaceName } from '../model/model.js';
import { serialNumberOf } from '../model/serial-number.js';
import { commandsProbe, syntaxProbe } from '../rega/compat-scripts.js';
import { type ReGaScript, SAMPLE_TEXT } from '../rega/language/script.js';
import { createScriptPort } from '../rega/script-port.js';
import { REGA_SCRIPTS, type ReGaScriptArgs, type ReGaScriptName, type ReGaScriptRow } from '../rega/scripts/index.js';
import type { CompatSession } from './json-session.js';
import { absent, different, explain, failed, ok, type Recorder, skipped, type Verdict } from './recorder.js';
import type { Wires } from './wires.js';

/** Scripts that only read, and need little time. */
const READING = [
  'names',
  'groups',
  'programs',
  'variables',
  'service_messages',
  'alarm_messages',
  'inbox',
  'users',
  'system_info',
  'system_serial',
] as const satisfies readonly ReGaScriptName[];

/** Runs one page of a script over a session. Rejects with `CcuError` or, for an output that cannot be read, `WireError`. */
export async function runScript<N extends ReGaScriptName>(
  session: CompatSession,
  name: N,
  args: ReGaScriptArgs<N>,
): Promise<readonly ReGaScriptRow<N>[] | { readonly error: string }> {
  // The compiler cannot see that an entry found by `name` has the arguments and rows of `N`.
  const script = REGA_SCRIPTS[name] as unknown as {
    source(args: unknown): string;
    decode(output: string): { kind: 'rows'; rows: readonly ReGaScriptRow<N>[] } | { kind: 'error'; code: string };
  };
  const decoded = script.decode(await output(session, script.source(args)));
  return decoded.kind === 'rows' ? decoded.rows : { error: decoded.code };
}

async function output(session: CompatSession, script: string): Promise<string> {
  const result = await session.call('ReGa.runScript', { script });
  return typeof result === 'string' ? result : '';
}

/** The logic layer parses every script; those that change nothing are run, and their output is read. */
export async function checkScripts(
  wires: Wires,
  session: CompatSession | undefined,
  served: readonly InterfaceName[],
  recorder: Recorder,
): Promise<void> {
  const checked = (name: string, work: (session: CompatSession) => Promise<Verdict>) =>
    recorder.check('scripts', name, async () => (session === undefined ? skipped('no session') : await work(session)));

  for (const name of Object.keys(REGA_SCRIPTS) as ReGaScriptName[]) {
    // As in `runScript`: `sample` are the arguments of this very script.
    const script = REGA_SCRIPTS[name] as unknown as ReGaScript<string, unknown, unknown>;
    await checked(`text of ${name}`, async (open) =>
      syntaxProbe.understood(await output(open, syntaxProbe.source(script, script.source(script.sample))))
        ? ok(`version ${script.version}`)
        : different('the logic layer does not understand it'),
    );
  }
  for (const name of READING) {
    // `sample` are the arguments of this very script; a union of names hides that.
    await checked(`output of ${name}`, async (open) =>
      rowsOf(await runScript(open, name, REGA_SCRIPTS[name].sample as never)),
    );
  }
  await checked('output of groups, functions', async (open) =>
    rowsOf(await runScript(open, 'groups', { kind: 'functions' })),
  );
  for (const interfaceName of served) {
    await checked(`output of values, ${interfaceName}`, async (open) =>
      rowsOf(await runScript(open, 'values', { interfaceName, from: 0, count: 1 })),
    );
    await checked(`output of recent_values, ${interfaceName}`, async (open) => {
      const rows = await runScript(open, 'recent_values', { interfaceName, from: 0, count: 1, seconds: 60 });
      return 'error' in rows || rows.some(({ point }) => point === '')
        ? rowsOf(rows)
        : different('the number of devices is missing');
    });
  }
  await checked('output of variable_usage, of no variable', async (open) => {
    const rows = await runScript(open, 'variable_usage', { name: SAMPLE_TEXT });
    return 'error' in rows && rows.error === 'not_found' ? ok('refused as not found') : different('not refused');
  });
  await checkCommands(checked);
  await checkScriptPort(wires, session, recorder);
}

function rowsOf(rows: readonly unknown[] | { readonly error: string }): Verdict {
  return 'error' in rows ? different(`refused as ${rows.error}`) : ok(`rows: ${rows.length}`);
}

/** Restart and shutdown are parsed and never started. */
async function checkCommands(
  checked: (name: string, work: (session: CompatSession) => Promise<Verdict>) => Promise<Verdict>,
): Promise<void> {
  let there: ReadonlyMap<string, boolean> | undefined;
  for (const [name, command] of [
    ['reboot', '/sbin/reboot'],
    ['power_off', '/sbin/poweroff'],
    ['firmware_check', '/bin/checkFirmwareUpdate.sh'],
    ['backup_start', '/bin/createBackup.sh'],
  ] as const) {
    await checked(`command of ${name}`, async (session) => {
      if (there === undefined) {
        const decoded = commandsProbe.decode(await output(session, commandsProbe.source({})));
        there = new Map(decoded.kind === 'rows' ? decoded.rows.map((row) => [row.command, row.there]) : []);
      }
      const found = there.get(command);
      if (found === undefined) return failed('not told');
      return found ? ok('present, not started') : absent('the command is not there');
    });
  }
}

/** The second way to the logic layer, in the way the client goes: only after it proves to be the same CCU. */
async function checkScriptPort(wires: Wires, session: CompatSession | undefined, recorder: Recorder): Promise<void> {
  await recorder.check('scripts', 'script port', async () => {
    if (wires.scripts === undefined) return skipped('switched off');
    if (session === undefined) return skipped('no session');
    const port = createScriptPort({
      http: wires.scripts,
      configured: false,
      serial: async () => {
        const serial = await session.call('CCU.getSerial').catch(() => undefined);
        return serialNumberOf(serial);
      },
      now: wires.now,
      timeoutMs: wires.timings.rpcTimeoutMs,
    });
    try {
      const { system_serial: script } = REGA_SCRIPTS;
      const decoded = script.decode(await port.run(script.source({}), wires.signal));
      return decoded.kind === 'rows' ? ok('the same CCU') : different('refused');
    } catch (error) {
      const state = port.state();
      if (state === 'foreign') return different('another CCU answers there');
      // Scripts go over JSON-RPC; most CCUs have a closed or protected port.
      return absent(state === 'unproven' ? 'not proved to be the same CCU' : explain(error));
    }
  });
}
