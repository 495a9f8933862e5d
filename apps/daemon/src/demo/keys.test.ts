import { EventEmitter } from 'node:events';
import type { Faults } from '@ccu-gateway/ccu-simulator';
import { startQuietSimulator } from '@ccu-gateway/ccu-simulator/testing';
import { describe, expect, it } from 'vitest';
import { keysHelp, listenToKeys } from './keys.js';

/** A terminal on which a test presses keys. */
function terminal(isTTY: boolean) {
  const input = Object.assign(new EventEmitter(), {
    isTTY,
    raw: false,
    setRawMode(raw: boolean) {
      input.raw = raw;
    },
    resume() {},
    pause() {},
  });
  return { input, press: (key: string) => input.emit('data', Buffer.from(key)) };
}

describe('the keys of the demo', () => {
  it('make the CCU misbehave in every way that the help names, and say so', () => {
    const { input, press } = terminal(true);
    const said: string[] = [];
    const done: string[] = [];
    const faults = new Proxy({} as Faults, {
      get: (_, name) => (): unknown => {
        done.push(String(name));
        return name === 'burst' ? 500 : Promise.resolve();
      },
    });
    const keys = listenToKeys(
      input as unknown as NodeJS.ReadStream,
      (text) => said.push(text),
      { faults },
      () => {},
    );
    const named = [
      ...keysHelp()
        .join('   ')
        .matchAll(/(?:^| {3})(\w) {2}/g),
    ].map((match) => match[1] as string);
    for (const key of [...named, 'x', '__proto__', '\u001b[A']) press(key);
    expect(done).toEqual([
      'restart',
      'dropCallbacks',
      'duplicateEvents',
      'slow',
      'halfOpen',
      'garbage',
      'exhaustSessions',
      'cuxdForget',
      'clockJump',
      'dutyCycle',
      'burst',
      'clear',
    ]);
    expect(said).toHaveLength(done.length);
    keys.close();
    press('g');
    expect(said).toHaveLength(done.length);
    expect(input.raw).toBe(false);
  });

  it('end the demo by q and by Ctrl-C', () => {
    const { input, press } = terminal(true);
    let asked = 0;
    const quit = () => {
      asked += 1;
    };
    listenToKeys(input as unknown as NodeJS.ReadStream, () => {}, { faults: {} as Faults }, quit);
    press('q');
    press('\u0003');
    expect(asked).toBe(2);
  });

  it('are ignored without a terminal', async () => {
    await using simulator = await startQuietSimulator({ interfaces: ['CUxD'] });
    const { input } = terminal(false);
    listenToKeys(
      input as unknown as NodeJS.ReadStream,
      () => {},
      simulator,
      () => {},
    );
    expect(input.listenerCount('data')).toBe(0);
  });
});
