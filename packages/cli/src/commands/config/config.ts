import type { CommandDef } from 'citty';
import { command, group, hidden } from '../../context/context.js';
import { CliError, EXIT } from '../../terminal/exit.js';
import type { CliIo } from '../../terminal/io.js';
import { printable } from '../../terminal/text.js';
import { findDaemon, type Program } from '../gateway/run.js';
import { resetCommandOn, setCommandOn } from './config-change.js';
import { askProgram, only, type Setting, settingArg, settingsOf, textOf } from './config-settings.js';
import { exportCommandOn, importCommandOn, schemaCommandOn } from './config-transfer.js';

const SETTING_FIELDS = {
  path: true,
  value: true,
  source: true,
  class: true,
  type: true,
  default: true,
  allowed: true,
  values: true,
  minimum: true,
  maximum: true,
  variable: true,
  section: true,
  restart_required: true,
} as const satisfies Readonly<Record<keyof Setting, true>>;

/** Where values come from, in the words of the file and the environment. */
const SOURCES: Readonly<Record<string, string>> = {
  bootstrap: 'file',
  db: 'changed at run time',
  env: 'environment or flag',
  default: 'default',
};

/** `config …`: the settings of the named gateway, else those that a start on this machine would read. */
export function configCommandsOn(daemon: () => Program): (io: CliIo) => CommandDef {
  const check = command({
    name: 'ccu-gateway config check',
    description: 'Read the configuration as a start would, and name everything that is wrong (exit 7).',
    run: async (context, args) => {
      context.requireDatabase();
      const { data, error } = await askProgram(context, daemon(), ['check'], args);
      const problems = data?.problems ?? [];
      if (error !== undefined && problems.length === 0) throw new CliError(EXIT.usage, error.code, error.message);
      const file = typeof data?.file === 'string' ? data.file : 'no file, so the defaults';
      return {
        data: { problems, ...(data?.file === undefined ? {} : { file: data.file }) },
        lines:
          problems.length === 0
            ? [`${printable(file)}: nothing is wrong`]
            : problems.map(({ text }) => printable(text)),
        ...(problems.length > 0 && { exit: EXIT.problems }),
      };
    },
  });
  const get = command({
    name: 'ccu-gateway config get',
    description: 'Show the value of a setting, or all settings; secrets are never shown.',
    args: { setting: { ...settingArg.setting, required: false } },
    fields: SETTING_FIELDS,
    run: async (context, args) => {
      const settings = await settingsOf(context, daemon(), args);
      if (args.setting !== undefined) {
        const setting = only(settings, args.setting);
        return { data: setting, lines: [textOf(setting.value)] };
      }
      const rows = settings.map(({ path, value, source }) => [path, textOf(value), SOURCES[source] ?? source]);
      return { data: settings, table: { header: ['SETTING', 'VALUE', 'FROM'], rows } };
    },
  });
  const explain = command({
    name: 'ccu-gateway config explain',
    description: 'Say what a setting takes, what it is, where that came from, and whether a change needs a restart.',
    args: settingArg,
    fields: SETTING_FIELDS,
    run: async (context, args) => {
      const setting = only(await settingsOf(context, daemon(), args), args.setting);
      return { data: setting, lines: explained(setting).map(printable) };
    },
  });
  const reset = resetCommandOn(daemon);
  return group('ccu-gateway config', 'Settings of the gateway.', {
    check,
    get,
    set: setCommandOn(daemon),
    explain,
    reset,
    export: exportCommandOn(daemon),
    import: importCommandOn(daemon),
    schema: schemaCommandOn(daemon),
    // As other programs call it.
    unset: hidden(reset),
  });
}

/** The commands on this machine. */
export const configCommands = configCommandsOn(findDaemon);

function explained(setting: Setting): readonly string[] {
  const { path, type, allowed, source, variable, section, restart_required: restart } = setting;
  const change =
    section === undefined
      ? 'in the file only'
      : restart === undefined
        ? 'at run time; whether it needs a restart a running gateway knows'
        : restart
          ? 'at run time, counts after a restart'
          : 'at run time, counts at once';
  return [
    path,
    `  takes     ${allowed ?? type} (${type})`,
    ...('default' in setting ? [`  default   ${textOf(setting.default)}`] : []),
    `  value     ${textOf(setting.value)}, from: ${SOURCES[source] ?? source}`,
    ...(variable === undefined ? [] : [`  variable  ${variable}`]),
    `  changed   ${change}`,
  ];
}
