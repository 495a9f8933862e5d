import type { CallAnswer } from '@ccu-gateway/client';
import { command, group } from '../../context/context.js';
import { printable } from '../../terminal/text.js';
import { parseDuration } from '../../terminal/time.js';

type Warning = CallAnswer<'listWarnings'>[number];

const idArg = { id: { type: 'positional', required: true, description: 'ID of warnings list' } } as const;

const list = command({
  name: 'ccu-gateway warnings list',
  description: 'List smoke, water, sabotage, weak batteries and other dangers and faults, the worst first.',
  args: {},
  run: async (context) => {
    const warnings = await (await context.rest({ token: 'required' })).call('listWarnings');
    return {
      data: warnings,
      table: {
        header: ['ID', 'CLASS', 'LEVEL', 'NAME', 'SINCE', 'NOTES'],
        rows: warnings.map((warning) => [
          warning.id,
          warning.class,
          warning.level === 'danger' ? { text: warning.level, style: 'bad' } : warning.level,
          warning.name,
          warning.since,
          notesOf(warning),
        ]),
        spare: ['SINCE'],
      },
    };
  },
});

function notesOf(warning: Warning): string {
  const { ended_at: ended, unproven, acknowledged_by: acknowledged, silenced_until: silenced } = warning;
  const notes = [
    ...(ended === undefined ? [] : [`ended ${ended}`]),
    ...(unproven === true ? ['CCU not connected'] : []),
    ...(acknowledged === undefined ? [] : [`acknowledged by ${acknowledged}`]),
    ...(silenced === undefined ? [] : [`silenced until ${silenced}`]),
  ];
  return notes.length === 0 ? '-' : notes.join(', ');
}

const acknowledge = command({
  name: 'ccu-gateway warnings acknowledge',
  description: 'Acknowledge a warning; a danger that has ended leaves the list.',
  args: idArg,
  run: async (context, { id }) => {
    const rest = await context.rest({ token: 'required' });
    await rest.call('acknowledgeSecurityFault', { path: { id } });
    return { data: { id, acknowledged: true }, lines: [`acknowledged ${printable(id)}`] };
  },
});

const silence = command({
  name: 'ccu-gateway warnings silence',
  description: 'Silence a warning for a time; a danger for a day at most.',
  args: { ...idArg, time: { type: 'positional', required: true, description: 'such as 30m, 2h or 7d' } },
  run: async (context, { id, time }) => {
    const ms = parseDuration(time, 'TIME');
    const rest = await context.rest({ token: 'required' });
    const body = { until: new Date(context.io.now() + ms).toISOString() };
    const silenced = await rest.call('silenceWarning', { path: { id }, body });
    return { data: silenced, lines: [`silenced ${printable(id)} until ${silenced.silenced_until ?? body.until}`] };
  },
});

const unsilence = command({
  name: 'ccu-gateway warnings unsilence',
  description: 'End the silence of a warning.',
  args: idArg,
  run: async (context, { id }) => {
    const rest = await context.rest({ token: 'required' });
    await rest.call('unsilenceWarning', { path: { id } });
    return { data: { id, silenced: false }, lines: [`${printable(id)} counts again`] };
  },
});

export const warningCommands = group('ccu-gateway warnings', 'Dangers and faults of the installation.', {
  list,
  acknowledge,
  silence,
  unsilence,
});
