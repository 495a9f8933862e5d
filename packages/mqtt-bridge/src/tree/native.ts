import type { AlarmPanel } from '@ccu-gateway/contract/types';
import { isPublished, type Topics } from '../topics/tree.js';
import { ALARM_OWNER, alarmCommandOf, alarmMessages } from './alarm.js';
import { commandOf } from './command.js';
import { customPayload, deviceMessages, shownReading, shownValue } from './device.js';
import { type DevicePlace, placeOf, type ReadingCore } from './house.js';
import { hubMessages } from './hub.js';
import { type PayloadStyle, payloadOf, type TreeMessage } from './message.js';
import { type Addressing, createNaming, type TreeStyle } from './naming.js';
import type { Said } from './said.js';
import type { Tree } from './tree.js';

/** Options of the native tree. */
export interface NativeTreeOptions {
  readonly house: Pick<ReadingCore, 'devices'>;
  readonly topics: Topics;
  readonly addressing: Addressing;
  readonly style: PayloadStyle;
}

/** The tree of this gateway, and how it is written at the moment. */
export interface NativeTree extends Tree {
  readonly written: TreeStyle;
  /** All retained messages of the alarm system. */
  alarm(panels: readonly AlarmPanel[], seq: number): readonly TreeMessage[];
}

/** The topics `<prefix>/<CCU>/…`. */
export function createNativeTree({ house, topics, addressing, style }: NativeTreeOptions): NativeTree {
  const namedAnew = (): TreeStyle => {
    const devices = addressing === 'address' ? [] : house.devices.list();
    return { topics, style, naming: createNaming(addressing, devices) };
  };
  let written = namedAnew();
  return {
    get written() {
      return written;
    },
    device: (view, seq) => deviceMessages(view, seq, written),
    alarm: (panels, seq) => alarmMessages(panels, seq, written),
    hub: (view, seq) => hubMessages(view, seq, written),
    said: (said) => [messageOf(said, written)],
    rename(): readonly DevicePlace[] {
      if (addressing === 'address') return [];
      const { naming: before } = written;
      written = namedAnew();
      const { naming } = written;
      return house.devices
        .list()
        .filter((device) => before.device(device) !== naming.device(device))
        .map(placeOf);
    },
    isNamed: addressing === 'name',
    goodbye: [],
    ownerOf(topic) {
      if (topics.readAlarm(topic)?.isCommand === false) return ALARM_OWNER;
      const read = topics.read(topic);
      return read !== undefined && isPublished(read.branch) ? read.instance : undefined;
    },
    read(topic, payload) {
      const ofAlarm = topics.readAlarm(topic);
      if (ofAlarm?.isCommand === true) {
        return { command: { kind: 'alarm', command: alarmCommandOf(ofAlarm.zone, payload) }, subject: topic };
      }
      const read = topics.read(topic);
      const command = read === undefined ? undefined : commandOf(read, payload);
      return command && { command, subject: topic };
    },
    commandFilters: topics.commandFilters,
    publishedFilters: topics.publishedFilters,
  };
}

function messageOf(said: Said, { topics, naming, style }: TreeStyle): TreeMessage {
  const { place, channel, seq } = said;
  const device = naming.at(place);
  switch (said.kind) {
    case 'value': {
      const topic = topics.of(place.central, 'status', device, channel, said.parameter);
      return { topic, payload: payloadOf(shownReading(said.reading, seq), style), seq };
    }
    case 'calculated': {
      const topic = topics.of(place.central, 'status', device, channel, said.point.name);
      return { topic, payload: payloadOf(shownValue(said.point, seq), style), seq };
    }
    case 'trigger': {
      const { parameter, type, value, at } = said;
      const topic = topics.of(place.central, 'status', device, channel, parameter);
      const written = { val: value, ts: at, seq, type, parameter };
      return { topic, payload: payloadOf(written, style), seq, momentary: { at } };
    }
    case 'custom': {
      const { name, what, available, state } = said;
      const topic = topics.of(place.central, 'custom', device, name);
      return { topic, payload: customPayload({ kind: what, channel_no: channel, state }, available, seq), seq };
    }
  }
}
