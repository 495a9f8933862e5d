import type { AlarmPanel } from '@ccu-gateway/contract/types';
import { createAreaNames, type DeviceView } from '@ccu-gateway/gateway-core';
import { alarmDiscoveryOf } from '../discovery/alarm.js';
import { type Announcer, createAnnouncer } from '../discovery/announcer.js';
import { hubDiscoveryOf } from '../discovery/hub.js';
import { discoveryOf } from '../discovery/index.js';
import type { DiscoveryMessage, DiscoveryOptions } from '../discovery/message.js';
import type { ReadingCore } from '../tree/house.js';
import type { HubViewOf } from '../tree/hub.js';
import type { NativeTree } from '../tree/native.js';
import type { Group } from './holdings.js';
import type { Outbox } from './outbox.js';

/** Settings of discovery: first level of its topics, and the quality of service. */
export type DiscoverySettings = Pick<DiscoveryOptions, 'prefix' | 'qos'>;

/** Messages of Home Assistant's discovery for the things of the gateway. Nothing is sent where discovery is disabled. */
export interface Announcements extends Pick<Announcer, 'found' | 'forgetSaid' | 'centralOf' | 'topics' | 'size'> {
  /** Announces a device; undefined where it is gone. */
  device(group: Group, view: DeviceView | undefined): void;
  hub(group: Group, view: HubViewOf): void;
  alarm(group: Group, panels: readonly AlarmPanel[]): void;
  /** Message of a device with these settings, which nothing sends. */
  preview(view: DeviceView, settings: DiscoverySettings): DiscoveryMessage | undefined;
  /** Reads the areas of the rooms; resolves with true where devices have to be announced again. */
  readAreas(): Promise<boolean>;
}

export interface AnnouncementOptions {
  readonly house: ReadingCore;
  /** The tree that the messages name. */
  readonly native: NativeTree;
  /** True for a topic to publish. */
  readonly isWanted: (topic: string) => boolean;
  /** Settings of discovery, with the first level of its topics; undefined where it is disabled. */
  readonly discovery: DiscoverySettings | undefined;
  /** The largest packet in bytes that the broker accepts. */
  readonly largest: () => number;
  readonly outbox: Pick<Outbox, 'put' | 'remove'>;
  /** Number of the newest event. */
  readonly seq: () => number;
  readonly onError: (error: unknown) => void;
}

export function createAnnouncements(options: AnnouncementOptions): Announcements {
  const { discovery, house, isWanted, largest, native, onError, outbox, seq } = options;
  const { topics } = native.written;
  const areas = createAreaNames(house.areas);
  const announcer = discovery && createAnnouncer({ prefix: discovery.prefix, topics, largest, outbox });
  const rest = () => ({ tree: native.written, isWanted });
  const preview = (view: DeviceView, settings: DiscoverySettings) =>
    discoveryOf(view, { ...settings, ...rest(), areaOf: areas.of });
  const say = (group: Group, write: (settings: DiscoverySettings) => DiscoveryMessage | undefined) => {
    if (discovery !== undefined) announcer?.say(group, write(discovery), seq());
  };
  return {
    device: (group, view) => say(group, (settings) => view && preview(view, settings)),
    hub: (group, view) => say(group, (settings) => hubDiscoveryOf(view, { ...settings, ...rest() })),
    alarm: (group, panels) => say(group, (settings) => alarmDiscoveryOf(panels, { ...settings, ...rest() })),
    preview,
    readAreas: async () => {
      if (discovery === undefined) return false;
      return areas.read().catch((error: unknown) => {
        onError(error);
        return false;
      });
    },
    found: (topic, payload) => announcer?.found(topic, payload),
    forgetSaid: () => announcer?.forgetSaid(),
    centralOf: (topic) => announcer?.centralOf(topic),
    get topics() {
      return announcer?.topics ?? [];
    },
    get size() {
      return announcer?.size ?? 0;
    },
  };
}
