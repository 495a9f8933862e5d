import type { Connection } from '../connection/connection.js';
import type { Directory } from '../connection/directory.js';
import { RefusedMessage } from '../words/failure-words.js';
import type { PickerItem } from './search.js';

/** What the editor chose so far. */
export interface PickerContext {
  readonly connection: Connection;
  readonly device: string;
  readonly central: string | undefined;
}

type List = (context: PickerContext) => Promise<readonly PickerItem[]> | readonly PickerItem[];

/** The lists of the picker by the last part of their address. */
export const PICKER_LISTS: Readonly<Record<string, List>> = {
  devices: ({ connection }) =>
    directoryOf(connection).devices.map(({ address, central, name, model, rooms, functions }) => ({
      value: address,
      label: [name, ...rooms].join(' · '),
      fields: { central },
      also: [model, ...functions],
    })),
  rooms: ({ connection }) => namesOf(directoryOf(connection), 'rooms'),
  functions: ({ connection }) => namesOf(directoryOf(connection), 'functions'),
  async points({ connection, device, central }) {
    const query = { device, central, include: 'data_points' };
    const { device_channels: listed = [] } = await connection.gateway.call('getSnapshot', { query });
    const channels = listed.flatMap((each) => each.channels);
    return channels.flatMap(({ number, name, data_points: points = [] }) =>
      points.map(({ parameter, parameter_label: label, unit }) => ({
        value: `${number}:${parameter}`,
        label: [label, name, unit].filter(Boolean).join(' · '),
      })),
    );
  },
  async controls({ connection, device, central }) {
    const controls = await connection.gateway.call('listCustomDataPoints', {
      path: { addr: device },
      query: { central },
    });
    return controls.map(({ name, category, channel_no: channel }) => ({
      value: name,
      label: [name, category, String(channel)].join(' · '),
    }));
  },
  async operations({ connection, device, central }) {
    const controls = await connection.gateway.call('listCustomDataPoints', {
      path: { addr: device },
      query: { central },
    });
    const names = ['get', ...controls.flatMap(({ supported_operations: operations }) => operations)];
    return [...new Set(names)].map((name) => ({ value: name, label: name }));
  },
  async programs({ connection }) {
    const programs = await connection.gateway.call('listPrograms');
    return programs.map(({ id, name, central = '', description = '' }) => ({
      value: id,
      label: name,
      fields: { central },
      also: [description],
    }));
  },
  async sysvars({ connection }) {
    const sysvars = await connection.gateway.call('listSysvars');
    return sysvars.map(({ name, central = '', description = '', translated_name: translated = name }) => ({
      value: name,
      label: translated,
      fields: { central },
      also: [description],
    }));
  },
};

/** @throws RefusedMessage where the names of the devices were not read so far */
function directoryOf({ directory }: Connection): Directory {
  if (directory === undefined) throw new RefusedMessage('not_read');
  return directory;
}

function namesOf({ devices }: Directory, group: 'rooms' | 'functions'): readonly PickerItem[] {
  return [...new Set(devices.flatMap((device) => device[group]))].map((name) => ({ value: name, label: name }));
}
