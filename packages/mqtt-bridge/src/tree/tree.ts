import type { DeviceView } from '@ccu-gateway/gateway-core';
import type { Command } from './command.js';
import type { DevicePlace } from './house.js';
import type { HubViewOf } from './hub.js';
import type { TreeMessage } from './message.js';
import type { Said } from './said.js';

/** What a message on a topic asks for. */
export interface Asked {
  readonly command: Command;
  /** Topic of the native tree that filters of what may be commanded are asked about. */
  readonly subject: string;
}

/** A layout of topics: what of the house stands at which of them, and what a message on one asks for. */
export interface Tree {
  /** Everything that the broker keeps of a device, as it is now. `seq` is the number of the newest event in the view. */
  device(view: DeviceView, seq: number): readonly TreeMessage[];
  /** The same of a CCU itself. */
  hub(view: HubViewOf, seq: number): readonly TreeMessage[];
  /** What an event tells by itself. */
  said(said: Said): readonly TreeMessage[];
  /** The names of devices and channels are read anew. Answers the devices that stand at other topics now. */
  rename(): readonly DevicePlace[];
  /** Whether names are part of its topics. */
  readonly isNamed: boolean;
  /** What is said when the gateway goes. */
  readonly goodbye: readonly TreeMessage[];
  /** The CCU that a topic of what is published belongs to; undefined for all other topics. */
  ownerOf(topic: string): string | undefined;
  /**
   * What a message asks for; undefined where its topic is none of a command of this tree.
   *
   * @throws PayloadError, GatewayError where the topic is one and the message cannot be carried out
   */
  read(topic: string, payload: Buffer): Asked | undefined;
  /** Filters that match every command, and nothing that is published. */
  readonly commandFilters: readonly string[];
  /** Filters that match everything that the broker keeps. */
  readonly publishedFilters: readonly string[];
}
