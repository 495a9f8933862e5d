import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Frame } from '../socket.js';
import { type FaultHouse, openFaultHouse, PATIENCE, PATIENT } from './house.js';
import { NUISANCES, type Nuisance } from './nuisances.js';
import { pathOf } from './path.js';
import { heardImpulses, heardValues, misled } from './picture.js';
import { listen, news, same } from './said.js';

/** Without a session the logic layer cannot be read either. */
const isTheFault = ({ name, note }: Frame, finding: Nuisance['finding']) =>
  finding !== undefined && (name === 'ccu.home.hub' || (name === finding.name && finding.note.test(note)));

describe.each(['HmIP-RF', 'CUxD'] as const)('to a gateway on %s, a CCU that', (interfaceName) => {
  let house: FaultHouse;
  beforeAll(async () => {
    house = await openFaultHouse(interfaceName, PATIENT);
  });
  afterEach(() => house.simulator.faults.clear());
  afterAll(() => house.close());

  for (const { fault, inflict, also, repeats, finding } of NUISANCES) {
    it(`${fault} stays connected, and each of its events is reported once`, async () => {
      const { socket, simulator } = house;
      const before = await house.agrees();
      const from = socket.frames.length;
      const said = listen(simulator, interfaceName, before);
      const troubles = async () =>
        (await house.get('/health')).components
          .filter((found: Frame) => found.status !== 'healthy' && !isTheFault(found, finding))
          .map(({ name }: Frame) => name);

      await inflict(house);
      for (const value of [12.5, 13.5, 13.5, 12.5]) {
        house.speak(value);
        await simulator.settled();
      }
      if (repeats === undefined) house.press();
      // Proofs of the link that began and ended while the fault was on.
      const pings = () => simulator.received.of('ping').length;
      const proven = pings() + 2;
      await expect.poll(pings, PATIENCE).toBeGreaterThanOrEqual(proven);
      house.speak(14.5);
      await house.told(14.5, from);

      expect(await house.shown()).toMatchObject({ connected: true, state: 'connected' });
      expect(await house.shown()).not.toHaveProperty('note');
      expect(await house.health()).toMatchObject({ status: 'healthy' });
      // What an earlier fault left behind ends by itself, at the next try.
      await expect.poll(() => troubles(), PATIENCE).toEqual([]);
      expect(await house.get('/diagnostics/reliability')).toMatchObject([{ state: { state: 'connected' } }]);
      await also?.(house);
      const shown = await house.agrees();
      const frames = socket.frames.slice(from);
      expect(pathOf(frames)).toBe('');
      expect(frames.filter(({ type }) => type === 'connectivity.changed')).toEqual([]);

      const heard = heardValues(frames);
      for (const [point, values] of said.values) {
        const all = heard.get(point) ?? [];
        // Another status of a value is told beside the same value.
        const told = said.values.has(`${point}_STATUS`) ? news(before.get(point), all) : all;
        const expected = news(before.get(point), values);
        expect(told.length === expected.length && told.every((value, i) => same(value, expected[i])), point).toBe(true);
      }
      expect(heardImpulses(frames)).toEqual(said.impulses);
      expect([...heard.keys()].filter((point) => house.isReal(point) && !said.values.has(point))).toEqual([]);
      expect(misled(house.heard(), shown)).toEqual([]);
    });
  }
});
