import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Frame } from '../socket.js';
import { type FaultHouse, IMPATIENT, openFaultHouse, PATIENCE } from './house.js';
import { impossibleSteps, pathOf } from './path.js';
import { heardImpulses, heardValues, misled } from './picture.js';
import { TROUBLES, type Trouble } from './troubles.js';
import { wrongTurns } from './turns.js';

const isStatus = ({ type }: Frame) => type === 'system.status_changed';
const CONNECTED = { connected: true, state: 'connected' };

describe.each(['HmIP-RF', 'CUxD'] as const)('to a gateway on %s, a CCU that', (interfaceName) => {
  let house: FaultHouse;
  beforeAll(async () => {
    house = await openFaultHouse(interfaceName, IMPATIENT);
  });
  afterEach(() => house.simulator.faults.clear());
  afterAll(() => house.close());

  const devices = async () => (await house.get('/devices?per_page=1')).total;
  /** Severities, oldest first. */
  const incidents = async (): Promise<readonly string[]> =>
    (await house.get('/incidents')).map(({ severity }: Frame) => severity).reverse();

  /** A house in which all is well, and everything that was said is known. */
  async function begin(): Promise<number> {
    await expect.poll(house.shown, PATIENCE).toMatchObject(CONNECTED);
    await expect.poll(async () => (await incidents()).at(-1), PATIENCE).not.toBe('warning');
    await house.world.call('DELETE', '/api/v1/incidents');
    const from = house.socket.frames.length;
    house.press();
    house.speak(10.5);
    await house.told(10.5, from);
    await house.agrees();
    return house.socket.frames.length;
  }

  /** While it lasts, everybody who asks is told, and what was known stays known. */
  async function lasts({ note, speaks, hop }: Trouble, from: number): Promise<void> {
    const words = note?.(interfaceName) ?? /./;
    const shown = { id: house.id, connected: false, note: expect.stringMatching(words) };
    await expect.poll(house.shown, PATIENCE).toMatchObject(shown);
    expect(await house.health()).toMatchObject({ status: 'degraded', overall: 'degraded' });
    const [link] = await house.get('/diagnostics/reliability');
    expect(link).toMatchObject({ central: 'home', interface: interfaceName });
    expect(link.state.state).not.toBe('connected');
    expect(await devices()).toBeGreaterThan(0);
    if (speaks === undefined) expect(heardValues(house.socket.frames.slice(from)).get(house.point)).toBeUndefined();
    if (hop === undefined) return;
    const loop = await house.world.call('POST', `/api/v1/interfaces/${house.id}/loop-test`);
    expect(loop.json).toMatchObject({ ok: false, hop, cause: expect.stringMatching(words) });
  }

  async function ends(path: () => string): Promise<void> {
    await expect.poll(path, PATIENCE).toMatch(/ connected$/);
    await house.agrees();
    const from = house.socket.frames.length;
    house.press();
    house.speak(12.5);
    await house.told(12.5, from);
    const since = house.socket.frames.slice(from);
    // On a machine that is so busy that the link was lost once more, a key press may be lost with it.
    if (pathOf(since) === '') expect([...heardImpulses(since).values()]).toEqual([1]);
    await expect.poll(house.shown, PATIENCE).toMatchObject(CONNECTED);
    await expect.poll(house.health, PATIENCE).toMatchObject({ status: 'healthy', overall: 'healthy' });
    await expect.poll(incidents, PATIENCE).toContain('info');
    expect((await incidents()).slice(0, 2)).toEqual(['warning', 'info']);
  }

  for (const trouble of TROUBLES) {
    it(`${trouble.fault} causes a problem that all clients see and that ends by itself`, async () => {
      const from = await begin();
      const known = await devices();
      const frames = () => house.socket.frames.slice(from);
      const states = trouble.states(interfaceName);
      const shows = (frame: Frame) => isStatus(frame) && states.includes(frame.payload.connection_state);

      await trouble.inflict(house);
      await expect.poll(() => frames().some(shows), PATIENCE).toBe(true);
      const told = frames().find(shows);
      expect(told).toMatchObject({
        topic: 'system.home.status',
        payload: {
          central: 'home',
          interface_id: house.id,
          healthy: false,
          callback_state: states.includes('callback_unreachable') ? 'unreachable' : 'ok',
          degraded_interfaces: [house.id],
        },
      });
      if (trouble.note !== undefined) expect(told?.payload.reason).toMatch(trouble.note(interfaceName));
      // What happens while nobody hears of it must be known when somebody does.
      house.speak(11.5);
      if (trouble.passes === undefined) await lasts(trouble, from);
      await trouble.heal?.(house);
      await ends(() => pathOf(frames()));

      expect(impossibleSteps(pathOf(frames()))).toEqual([]);
      await expect.poll(() => wrongTurns(frames()), PATIENCE).toEqual([]);
      // Nothing lost, nothing invented, no key pressed again, no device announced that everybody knows.
      const values = heardValues(frames());
      expect(values.get(house.point)).toEqual([11.5, 12.5]);
      expect([...values.keys()].filter((point) => house.isReal(point) && point !== house.point)).toEqual([]);
      expect(Math.max(0, ...heardImpulses(frames()).values())).toBeLessThanOrEqual(1);
      expect(frames().filter(({ type }) => /^device\.(created|removed)$/.test(type ?? ''))).toEqual([]);
      expect(await devices()).toBe(known);
      expect(misled(house.heard(), await house.agrees())).toEqual([]);
    });
  }
});
