import { Matter } from '@matter/main';
import * as behaviors from '@matter/main/behaviors';
import * as devices from '@matter/main/devices';
import { describe, expect, it } from 'vitest';
import { behaviorNamed, deviceNamed } from '../src/endpoints/library-classes.js';
import { exposablesIn } from '../src/index.js';
import { optionsFor, viewsOf } from './house.js';
import { madeUpHouse } from './made-up.js';

const plans = exposablesIn(viewsOf(madeUpHouse()), optionsFor()).flatMap(({ plan }) => plan ?? []);
const shapes = plans.flatMap((plan) => [plan, ...plan.parts]);

describe('names in plans', () => {
  it('are those of device types that the library has', () => {
    for (const [first] of shapes.map(({ deviceTypes }) => deviceTypes)) {
      expect([...Object.keys(devices), 'BridgedNodeDevice']).toContain(`${first}Device`);
      expect(() => deviceNamed(first)).not.toThrow();
    }
    for (const type of shapes.flatMap(({ deviceTypes }) => deviceTypes))
      expect(Matter.deviceTypes(type), type).toBeDefined();
  });

  it('are those of clusters that the library has', () => {
    const names = shapes.flatMap(({ clusters }) => clusters.map(({ name }) => name));
    for (const name of names) {
      expect(Object.keys(behaviors)).toContain(`${name}Behavior`);
      if (name !== 'Thermostat') expect(() => behaviorNamed(name)).not.toThrow();
    }
  });
});
