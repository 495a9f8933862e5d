import { decodeSegment, encodeSegment } from './segment.js';

/** Level for messages of the bridge itself, beside the CCUs. */
const BRIDGE = 'bridge';

/** Level below a CCU, by its purpose. */
export type Branch =
  | 'status'
  | 'custom'
  | 'device'
  | 'hub'
  | 'set'
  | 'get'
  | 'paramset'
  | 'operate'
  | 'program'
  | 'sysvar';

/** Level of the alarm system below that of the bridge: its zones belong to no CCU. */
const ALARM = 'alarm';

const COMMANDS: readonly Branch[] = ['set', 'get', 'paramset', 'operate', 'program', 'sysvar'];
const PUBLISHED: readonly Branch[] = ['status', 'custom', 'device', 'hub'];

/** True when the bridge publishes below this level. */
export const isPublished = (branch: string): boolean => PUBLISHED.some((each) => each === branch);

/** Parsed topic below `<prefix>/<instance>/`, with decoded names. */
export interface TreeTopic {
  /** Name of the CCU. */
  readonly instance: string;
  readonly branch: string;
  readonly path: readonly string[];
}

/** Builds and reads the topics of the native tree: `<prefix>/<instance>/<branch>/…`. An instance is a CCU by its name. */
export interface Topics {
  readonly prefix: string;
  /** `online` or `offline`, retained; the last will of the bridge. */
  readonly bridgeState: string;
  /** Topic of the bridge itself. */
  bridge(...path: readonly string[]): string;
  /** State of a zone of the alarm system; with `set`, the commands for it. */
  alarm(zone: string, branch?: 'set'): string;
  of(instance: string, branch: Branch, ...path: readonly (string | number)[]): string;
  /** Undefined for topics that are not below the prefix, and for those of the bridge itself. */
  read(topic: string): TreeTopic | undefined;
  /** The zone of a topic of the alarm system; undefined for all other topics. */
  readAlarm(topic: string): { readonly zone: string; readonly isCommand: boolean } | undefined;
  /** Topic without its prefix and CCU, for the filters of the settings. */
  within(topic: string): string;
  /** Filters that match every command, and nothing that the bridge publishes. */
  readonly commandFilters: readonly string[];
  /** Filters that match everything of the native tree that the bridge publishes. */
  readonly publishedFilters: readonly string[];
}

/**
 * Topics below a prefix, which may have several levels.
 *
 * @example
 * createTopics('ccu').of('home', 'status', '0001D3C99C0001', 3, 'STATE'); // 'ccu/home/status/0001D3C99C0001/3/STATE'
 */
export function createTopics(prefix: string): Topics {
  const start = `${prefix}/`;
  const depth = prefix.split('/').length + 1;
  const bridge = (...path: readonly string[]) => [prefix, BRIDGE, ...path.map(encodeSegment)].join('/');
  const ofAlarm = `${bridge(ALARM)}/`;
  return {
    prefix,
    bridgeState: bridge('state'),
    bridge,
    alarm: (zone, branch) => bridge(ALARM, zone, ...(branch === undefined ? [] : [branch])),
    of(instance, branch, ...path) {
      let topic = `${start}${encodeInstance(instance)}/${branch}`;
      for (const each of path) topic += `/${typeof each === 'number' ? each : encodeSegment(each)}`;
      return topic;
    },
    read(topic) {
      if (!topic.startsWith(start)) return undefined;
      const [instance, branch, ...path] = topic.slice(start.length).split('/');
      if (instance === undefined || instance === BRIDGE || branch === undefined) return undefined;
      return { instance: decodeSegment(instance), branch: decodeSegment(branch), path: path.map(decodeSegment) };
    },
    readAlarm(topic) {
      if (!topic.startsWith(ofAlarm)) return undefined;
      const [zone = '', branch, ...rest] = topic.slice(ofAlarm.length).split('/');
      if (zone === '' || rest.length > 0 || (branch !== undefined && branch !== 'set')) return undefined;
      return { zone: decodeSegment(zone), isCommand: branch === 'set' };
    },
    within: (topic) => topic.split('/').slice(depth).join('/'),
    commandFilters: [...COMMANDS.map((branch) => `${prefix}/+/${branch}/#`), `${ofAlarm}+/set`],
    publishedFilters: [...PUBLISHED.map((branch) => `${prefix}/+/${branch}/#`), `${ofAlarm}+`],
  };
}

/** A CCU may be called like the level of the bridge itself. */
function encodeInstance(name: string): string {
  return name === BRIDGE ? '%62ridge' : encodeSegment(name);
}
