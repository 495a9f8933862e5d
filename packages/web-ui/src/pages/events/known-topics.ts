import { topicMatcher } from '@ccu-gateway/client';

/** Topic of events of this installation, split as the gateway does. */
export type KnownTopic = readonly string[];

/** Parts of an installation that have topics. */
export interface TopicSources {
  readonly devices: readonly { readonly address: string; readonly name: string }[];
  readonly points: Iterable<{ readonly address: string; readonly channel: number; readonly parameter: string }>;
  readonly centrals: readonly string[];
  readonly interfaces: readonly { readonly id: string; readonly central: string }[];
  readonly sysvars: readonly { readonly central: string; readonly name: string }[];
  readonly programs: readonly { readonly central: string; readonly id: string }[];
}

const HUB = ['alarm_messages', 'service_messages', 'inbox', 'install_mode', 'metrics', 'backup', 'system_update'];

export function knownTopics(sources: TopicSources): readonly KnownTopic[] {
  const topics: KnownTopic[] = [['system', 'daemon_status']];
  for (const name of sources.centrals) {
    topics.push(['central', name, 'state'], ['central', name, 'readiness'], ['system', name, 'status']);
    for (const part of HUB) topics.push(['hub', name, part]);
  }
  for (const { id, central } of sources.interfaces) topics.push(['hub', central, 'connectivity', id]);
  for (const { central, name } of sources.sysvars) topics.push(['hub', central, 'sysvars', name]);
  for (const { central, id } of sources.programs) topics.push(['hub', central, 'programs', id]);
  for (const { address } of sources.devices) topics.push(['device', address, 'lifecycle']);
  for (const { address, channel, parameter } of sources.points) {
    topics.push(['device', address, 'channels', String(channel), 'data_points', parameter]);
  }
  return topics;
}

/** Check of a pattern before its use. */
export interface PatternVerdict {
  /** Number of known topics that it matches. */
  readonly matches: number;
  readonly problem?: 'empty' | 'too_long' | 'wildcard_inside' | 'comma';
}

const LONGEST = 256;

export function verdictOf(pattern: string, topics: readonly KnownTopic[]): PatternVerdict {
  const text = pattern.trim();
  if (text === '') return { matches: 0, problem: 'empty' };
  if (text.length > LONGEST) return { matches: 0, problem: 'too_long' };
  if (text.includes(',')) return { matches: 0, problem: 'comma' };
  const atoms = text.split(/[./]/);
  // In the middle they are letters like any other and match nothing that exists.
  if (atoms.slice(0, -1).some((atom) => atom === '#' || atom === '*'))
    return { matches: 0, problem: 'wildcard_inside' };
  const matches = topicMatcher([text]);
  return { matches: topics.filter(matches).length };
}

export interface Suggestion {
  readonly pattern: string;
  /** Name of the device, where it is one. */
  readonly name?: string;
}

const FAMILIES = ['#', 'devices/#', 'devices/+/lifecycle', 'hub/#', 'central/#', 'system/#'];
const SUGGESTED = 30;

/** Patterns that begin with the typed text, and devices with it in their name or address. */
export function suggestionsFor(typed: string, sources: TopicSources): readonly Suggestion[] {
  const text = typed.trim().toLowerCase().replaceAll('.', '/');
  const hub = sources.centrals.flatMap((name) => [
    `hub/${name}/#`,
    `hub/${name}/sysvars/#`,
    `hub/${name}/programs/#`,
    `hub/${name}/service_messages`,
    `central/${name}/#`,
    `system/${name}/#`,
  ]);
  const fixed = [...FAMILIES, ...hub].map((pattern) => ({ pattern }));
  const devices = sources.devices.map(({ address, name }) => ({ pattern: `devices/${address}/#`, name }));
  const has = ({ pattern, name = '' }: Suggestion) =>
    pattern.toLowerCase().includes(text) || name.toLowerCase().includes(text);
  return [...fixed, ...devices].filter(has).slice(0, SUGGESTED);
}
