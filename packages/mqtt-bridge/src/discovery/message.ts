import type { DeviceView } from '@ccu-gateway/gateway-core';
import type { TreeStyle } from '../tree/naming.js';

/** One entity of Home Assistant. `p` is its platform. */
export interface Component {
  readonly p: string;
  readonly [option: string]: unknown;
}

/** Announcement of one device to Home Assistant, on one retained topic. */
export interface DiscoveryMessage {
  readonly topic: string;
  readonly payload: {
    readonly dev: Readonly<Record<string, unknown>>;
    readonly o: Readonly<Record<string, unknown>>;
    readonly availability: readonly Readonly<Record<string, unknown>>[];
    readonly availability_mode: 'all';
    readonly cmps: Readonly<Record<string, Component>>;
  };
}

/** How discovery messages are written. The values of the tree are JSON objects. */
export interface DiscoveryOptions {
  /** First level of the discovery topics. */
  readonly prefix: string;
  /** With which Home Assistant subscribes and sends. */
  readonly qos: 0 | 1;
  readonly tree: TreeStyle;
  /** True for a topic of the tree that is published. */
  readonly isWanted: (topic: string) => boolean;
}

/** The same for the message of a device. */
export interface DeviceDiscoveryOptions extends DiscoveryOptions {
  /** The area that has all these rooms; undefined without one. */
  readonly areaOf: (rooms: readonly string[]) => string | undefined;
}

/** Device with everything needed to write its entities. */
export interface Scene extends DeviceView {
  /** Topic of the device, at which a level is put in. */
  topic(branch: 'status' | 'custom' | 'set' | 'paramset' | 'operate', ...path: readonly (string | number)[]): string;
}

/** An entity, independent of its device. */
export interface Entity {
  readonly key: string;
  readonly channel: number;
  /** Undefined where the device itself is the entity. */
  readonly name: string | undefined;
  /** Topic that the entity cannot work without. */
  readonly needs: string | undefined;
  readonly component: Component;
}
