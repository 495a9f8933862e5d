import { describe, expect, it } from 'vitest';
import { createItemMaker } from './event-rows.js';

const raw = { kind: 'change', topic: 'device.A', type: 't', ts: '2026-01-01T00:00:00.123456789Z' } as const;

describe('an event as a row', () => {
  it('has the time with the fraction of the gateway', () => {
    const { at } = createItemMaker(() => undefined).of({ ...raw, seq: 1, payload: {} });
    expect(at).toBeCloseTo(Date.UTC(2026, 0, 1) + 123.456789, 3);
  });

  it('has the previous value: from the event itself, else from the last event on the same topic', () => {
    const maker = createItemMaker(() => undefined);
    expect(maker.of({ ...raw, seq: 1, payload: { value: 1 } })).not.toHaveProperty('before');
    expect(maker.of({ ...raw, seq: 2, payload: { value: 2 } })).toMatchObject({ before: 1, value: 2 });
    expect(maker.of({ ...raw, seq: 3, payload: { value: 3, previous: null } })).toMatchObject({ before: null });
    expect(maker.of({ ...raw, seq: 4, topic: 'device.B', payload: { value: 3 } })).not.toHaveProperty('before');
  });

  it('takes the interface from the event, else from the device', () => {
    const maker = createItemMaker((central, device) => `${central}/${device}`);
    const payload = { central: 'home', device_address: 'A' };
    expect(maker.of({ ...raw, seq: 1, payload }).interfaceId).toBe('home/A');
    expect(maker.of({ ...raw, seq: 2, payload: { ...payload, interface_id: 'home-CUxD' } }).interfaceId).toBe(
      'home-CUxD',
    );
    expect(maker.of({ ...raw, seq: 3, payload: { central: 'home' } })).not.toHaveProperty('interfaceId');
  });

  it('is made also for an event of an unknown form', () => {
    const item = createItemMaker(() => undefined).of({ ...raw, ts: 'soon', seq: 1, payload: [1] });
    expect(item).toMatchObject({ item: 'event', payload: {}, momentary: false });
    expect(item.at).toBeNaN();
  });
});
