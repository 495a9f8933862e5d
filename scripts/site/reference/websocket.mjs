import { code, page, prose, table } from './markdown.mjs';
import { rowsOf } from './shapes.mjs';

/** The page of the WebSocket: envelope, frames, closing codes, and each command. */
export function websocketPage({ endpoint, envelope, control, resume, heartbeat, close_codes, commands, schemas }) {
  const known = commands.filter(({ kind }) => kind === 'command');
  return page('WebSocket', [
    `One WebSocket at ${code(endpoint)} carries the events and takes commands. [Events](/reference/events.md) has every event.`,
    '',
    '## Envelope',
    '',
    prose(envelope.description),
    '',
    ...table(['Member', 'Meaning'], pairs(envelope.fields)),
    '',
    '## Resuming',
    '',
    prose(resume.description),
    '',
    '## Heartbeat',
    '',
    prose(heartbeat.description),
    '',
    '## Frames',
    ...framesOf('client', 'gateway', control),
    ...framesOf('server', 'client', control),
    '',
    '## Closing codes',
    '',
    ...table(['Code', 'Meaning'], pairs(close_codes)),
    '',
    `## Commands`,
    '',
    'A `call` frame names a command and its arguments. A command that several categories have is in the first one.',
    ...known.flatMap((command) => commandSection(command, schemas)),
  ]);
}

function framesOf(from, to, { frames, [from]: names }) {
  return names.flatMap((name) => [
    '',
    `### ${code(name)} to the ${to === 'gateway' ? 'gateway' : 'client'}`,
    '',
    ...(Object.keys(frames[name]).length === 0
      ? ['It has no further members.']
      : table(['Member', 'Meaning'], pairs(frames[name]))),
  ]);
}

const pairs = (members) => Object.entries(members).map(([name, meaning]) => [code(name), prose(meaning)]);

function commandSection({ name, description, access, args, result }, schemas) {
  const rows = args === undefined ? [] : rowsOf(args, schemas);
  const shape = result?.$ref === undefined ? '' : ` · result: ${code(result.$ref.split('/').at(-1))}`;
  return [
    '',
    `### ${code(name)}`,
    '',
    prose(description),
    '',
    `Role: ${code(access)}${shape}`,
    ...(rows.length === 0 ? [] : ['', ...table(['Argument', 'Type', 'Required', 'Meaning'], rows)]),
  ];
}

/** The page of the events: each with its topic and payload. */
export function eventsPage({ commands, schemas }) {
  const events = commands.filter(({ kind }) => kind !== 'command');
  const categories = [...new Set(events.map(({ category }) => category))];
  return page('Events', [
    `The gateway publishes ${events.length} types of events. Each has a number that never repeats; see [WebSocket](/reference/websocket.md).`,
    ...categories.flatMap((category) => [
      '',
      `## ${category.charAt(0).toUpperCase()}${category.slice(1).replaceAll('_', ' ')}`,
      ...events.filter((event) => event.category === category).flatMap((event) => eventSection(event, schemas)),
    ]),
  ]);
}

function eventSection({ name, description, topic, payload }, schemas) {
  const rows = rowsOf(payload, schemas);
  return [
    '',
    `### ${code(name)}`,
    '',
    prose(description),
    '',
    `Topic: ${code(topic)}`,
    ...(rows.length === 0 ? [] : ['', ...table(['Member', 'Type', 'Required', 'Meaning'], rows)]),
  ];
}
