import { describe, expect, it } from 'vitest';
import { proposalFor, type ReceivedDevice } from './receivers.js';

const receiver = (address: string, connected = true) => ({
  ...{ address, description: '', type: 'HMLGW2', connected },
  isDefault: address === 'OWN',
});
const device = (signals: ReceivedDevice['signals'], more: Partial<ReceivedDevice> = {}): ReceivedDevice => ({
  ...{ address: 'A', receiver: 'OWN', roaming: false, signals },
  ...more,
});
const heard = (address: string, heardByDevice?: number, heardByReceiver?: number) => ({
  ...{ receiver: address, heardByDevice, heardByReceiver },
});
const BOTH = [receiver('OWN'), receiver('ATTIC')];

describe('the proposal of a radio gateway', () => {
  it('is the one whose weaker direction is ten decibels better than that of the current one', () => {
    const better = device([heard('OWN', -70, -90), heard('ATTIC', -80, -60)]);
    expect(proposalFor(better, BOTH)).toEqual({ receiver: 'ATTIC', reason: 'stronger', gain_db: 10 });
    expect(proposalFor(device([heard('OWN', -70, -90), heard('ATTIC', -81, -50)]), BOTH)).toBeUndefined();
    expect(proposalFor(device([heard('OWN', -60), heard('ATTIC', -90, -40)]), BOTH)).toBeUndefined();
  });

  it('is one that hears the device when the current one is gone', () => {
    const gone = { receiver: 'ATTIC', reason: 'receiver_gone' };
    const signals = [heard('OWN', -50, -50), heard('ATTIC', -90, -90)];
    expect(proposalFor(device(signals), [receiver('OWN', false), receiver('ATTIC')])).toEqual(gone);
    expect(proposalFor(device(signals, { receiver: 'SOLD' }), [receiver('ATTIC')])).toEqual(gone);
  });

  it('is missing for a device that roams, without figures, and for gateways that are not connected', () => {
    const signals = [heard('OWN', -95, -95), heard('ATTIC', -40, -40)];
    expect(proposalFor(device(signals, { roaming: true }), BOTH)).toBeUndefined();
    expect(proposalFor(device(signals), [receiver('OWN'), receiver('ATTIC', false)])).toBeUndefined();
    expect(proposalFor(device([heard('OWN'), heard('ATTIC', -40, -40)]), BOTH)).toBeUndefined();
    expect(proposalFor(device([heard('OWN', -95), heard('ATTIC')]), BOTH)).toBeUndefined();
    expect(proposalFor(device([]), [])).toBeUndefined();
  });
});
