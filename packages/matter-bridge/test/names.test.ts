import * as devices from '@matter/main/devices';
import { describe, expect, it } from 'vitest';
import type { EndpointPlan } from '../src/index.js';

describe('names in plans', () => {
  it('are those of device types that the library has', () => {
    const named: EndpointPlan['deviceTypes'] = ['OnOffPlugInUnit', 'DimmableLight', 'WindowCovering'];
    for (const name of named) expect(Object.keys(devices)).toContain(`${name}Device`);
  });
});
