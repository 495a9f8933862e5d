import { describe, expect, it } from 'vitest';
import { helpOf } from './problem-help.js';

const message = (parameter: string) => helpOf({ kind: 'service_message', name: 'Window', parameter });
const part = (name: string) => helpOf({ kind: 'part_unwell', name });

describe('the help about a problem', () => {
  it('is that of its kind', () => {
    expect(helpOf({ kind: 'low_battery', name: 'Window', parameter: 'LOW_BAT' })).toBe('battery-low');
    expect(helpOf({ kind: 'ccu_down', name: 'home' })).toBe('ccu-not-found');
  });

  it('is that of the subject for a message of the CCU, where another kind has it', () => {
    const parameters = ['STICKY_UNREACH', 'STICKY_SABOTAGE', 'LOWBAT', 'DUTYCYCLE', 'ERROR_OVERHEAT', 'UPDATE_PENDING'];
    expect(parameters.map(message)).toEqual([
      'device-out-of-reach',
      'dangers',
      'battery-low',
      'duty-cycle-used-up',
      'service-messages',
      'service-messages',
    ]);
  });

  it('is that of the part for a part of the gateway', () => {
    expect(['mqtt.house', 'storage', 'notify.phone', 'part.of.a.newer.version'].map(part)).toEqual([
      'mqtt',
      'data-and-disk',
      'messages-do-not-arrive',
      'health',
    ]);
  });
});
