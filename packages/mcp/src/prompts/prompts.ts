import type { GetPromptResult } from '@modelcontextprotocol/sdk/types.js';

interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments?: readonly { readonly name: string; readonly description: string; readonly required?: boolean }[];
  /** Task for the assistant. Arguments are appended as quoted data. */
  readonly task: string;
}

const ALL: readonly Prompt[] = [
  {
    name: 'leaving_home',
    title: 'Check before leaving home',
    description: 'Open windows and doors, lights that are on, and the alarm system.',
    task: 'Check with find_devices which windows and doors are open, which lights and sockets are on, and which locks are unlocked. Read the alarm system. List only what needs attention, by room. Offer to switch things off; change nothing before I agree.',
  },
  {
    name: 'heating_review',
    title: 'Review the heating',
    description: 'Target and present temperatures, open windows and schedules that do not fit.',
    arguments: [{ name: 'room', description: 'Only this room.' }],
    task: 'Read all thermostats with their target and present temperatures, humidity and valve positions, and open windows in the same rooms. Name rooms that are too warm or too cold for their target, and propose changes with reasons. Use preview_schedule for changes of schedules.',
  },
  {
    name: 'energy_report',
    title: 'Report on energy',
    description: 'The largest consumers, and changes.',
    arguments: [{ name: 'period', description: 'For example "last week".' }],
    task: 'Report on the energy of the period, the last 30 days where none is named. Compare it with the period before, name the largest consumers and rooms, and devices with a high standby power at night.',
  },
  {
    name: 'care_for_devices',
    title: 'Care for the devices',
    description: 'Problems with their remedies, in the order of a walk through the house.',
    task: 'List the problems of the house, and devices with a weak battery or without a connection. Explain each with its remedy in plain words, and put them in the order of a walk through the rooms. Name the type of battery only where you know it for certain.',
  },
  {
    name: 'explain_device',
    title: 'Explain a device',
    description: 'Purpose of a device, and its links.',
    arguments: [{ name: 'device', description: 'Name or address.', required: true }],
    task: 'Read the device with its direct links, its schedule where it has one, and its history of the last day. Explain in plain words what it does, what controls it, and whether something looks wrong.',
  },
];

/** Prompts that a client lists. */
export const PROMPTS = ALL.map(({ name, title, description, arguments: wanted = [] }) => ({
  ...{ name, title, description },
  arguments: [...wanted],
}));

/** Longest argument of a prompt. */
const MOST = 200;

/** Names of the required arguments of a prompt that are missing. */
export function missingArguments(name: string, given: Readonly<Record<string, string>>): readonly string[] {
  const wanted = ALL.find((each) => each.name === name)?.arguments ?? [];
  return wanted
    .filter(({ name: key, required }) => required === true && !Object.hasOwn(given, key))
    .map(({ name }) => name);
}

/** A prompt with its arguments; undefined for an unknown one. Arguments that it does not have are left out. */
export function getPrompt(name: string, given: Readonly<Record<string, string>>): GetPromptResult | undefined {
  const prompt = ALL.find((each) => each.name === name);
  if (prompt === undefined) return undefined;
  const known = (prompt.arguments ?? []).flatMap(({ name: key }) =>
    Object.hasOwn(given, key) ? [[key, String(given[key]).slice(0, MOST)] as const] : [],
  );
  const data = known.length === 0 ? '' : `\n\n${JSON.stringify(Object.fromEntries(known))}`;
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: `${prompt.task}${data}` } }],
  };
}
