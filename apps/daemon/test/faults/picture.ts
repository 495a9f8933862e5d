import type { InterfaceName } from '@ccu-gateway/ccu-simulator';
import { truth } from '@ccu-gateway/ccu-simulator/testing';
import type { Frame } from '../socket.js';
import type { World } from '../world.js';
import { knownValue, same } from './said.js';

/** Values by data point, as somebody believes them to be. */
export type Picture = ReadonlyMap<string, unknown>;

/** What the REST API shows of every data point. */
export async function shownPicture(world: World): Promise<Picture> {
  const { json } = await world.call('GET', '/api/v1/snapshot?include=data_points');
  const picture = new Map<string, unknown>();
  for (const { device_address, channels } of json.device_channels)
    for (const channel of channels)
      for (const point of channel.data_points)
        if (point.value !== undefined)
          picture.set(`${device_address}:${channel.number}.${point.parameter}`, point.value);
  return picture;
}

/** What somebody believes who looked once and has only listened since. */
export function heardPicture(before: Picture, frames: readonly Frame[]): Picture {
  const picture = new Map(before);
  for (const { type, payload } of frames)
    if (type === 'datapoint.value_changed') picture.set(pointOf(payload), payload.value);
  return picture;
}

/** Values of the stream in order, by data point. */
export function heardValues(frames: readonly Frame[]): ReadonlyMap<string, readonly unknown[]> {
  const values = new Map<string, unknown[]>();
  for (const { type, payload } of frames) {
    if (type !== 'datapoint.value_changed') continue;
    values.set(pointOf(payload), [...(values.get(pointOf(payload)) ?? []), payload.value]);
  }
  return values;
}

/** How often each data point triggered. Errors are no impulses: they are told beside a value. */
export function heardImpulses(frames: readonly Frame[]): ReadonlyMap<string, number> {
  const impulses = new Map<string, number>();
  for (const { type, payload } of frames) {
    if (type !== 'device.trigger' || payload.event_type === 'homematic.device_error') continue;
    impulses.set(pointOf(payload), (impulses.get(pointOf(payload)) ?? 0) + 1);
  }
  return impulses;
}

/** Where a picture is not the truth. */
export function differences({ simulator }: World, interfaceName: InterfaceName, picture: Picture): readonly string[] {
  return truth(simulator, interfaceName).flatMap(({ channelAddress, parameter, value: told }) => {
    const point = `${channelAddress}.${parameter}`;
    const value = knownValue(simulator, { channelAddress, parameter, value: told });
    return same(picture.get(point), value) ? [] : [`${point}: ${picture.get(point)} for ${value}`];
  });
}

/** Where somebody who listens believes something else than the API shows. What is calculated is not compared. */
export function misled(heard: Picture, shown: Picture): readonly string[] {
  return [...heard].flatMap(([point, value]) =>
    !shown.has(point) || same(value, shown.get(point)) ? [] : [`${point}: ${value} for ${shown.get(point)}`],
  );
}

function pointOf({ device_address, channel, parameter }: Frame): string {
  return `${device_address}:${channel}.${parameter}`;
}
