import type { DeviceView } from '@ccu-gateway/gateway-core';
import type { Command } from './command.js';
import type { DevicePlace } from './house.js';
import type { HubViewOf } from './hub.js';
import type { TreeMessage } from './message.js';
import type { Said } from './said.js';

/** Command of a message, with its subject. */
export interface Asked {
  readonly command: Command;
  /** Topic of the native tree for the filters of accepted commands. */
  readonly subject: string;
}

/** Layout of topics: the state published at each, and the command of a message on one. */
export interface Tree {
  /** All retained messages of a device in its current state. `seq` is the number of the newest event in the view. */
  device(view: DeviceView, seq: number): readonly TreeMessage[];
  /** The same of a CCU itself. */
  hub(view: HubViewOf, seq: number): readonly TreeMessage[];
  /** Messages for an event that carries its whole content. */
  said(said: Said): readonly TreeMessage[];
  /** Reads the names of devices and channels again. Returns the devices with other topics now. */
  rename(): readonly DevicePlace[];
  /** True when names are part of its topics. */
  readonly isNamed: boolean;
  /** Messages at the stop of the gateway. */
  readonly goodbye: readonly TreeMessage[];
  /** The CCU of a published topic; undefined for all other topics. */
  ownerOf(topic: string): string | undefined;
  /**
   * Command of a message; undefined for a topic without commands of this tree.
   *
   * @throws PayloadError, GatewayError where the topic is one and the message cannot be carried out
   */
  read(topic: string, payload: Buffer): Asked | undefined;
  /** Filters that match every command, and nothing that is published. */
  readonly commandFilters: readonly string[];
  /** Filters that match everything that the broker keeps. */
  readonly publishedFilters: readonly string[];
}
