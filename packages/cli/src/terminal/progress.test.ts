import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createProgress } from './progress.js';

function terminal({ isTTY, quiet = false }: { readonly isTTY: boolean; readonly quiet?: boolean }) {
  const stderr = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY });
  const clock = { tick: () => undefined as unknown, running: 0 };
  const progress = createProgress(stderr, {
    quiet,
    repeat: (_ms, run) => {
      clock.tick = run;
      clock.running += 1;
      return () => {
        clock.running -= 1;
      };
    },
  });
  return { progress, clock, shown: () => String(stderr.read() ?? '') };
}

describe('progress', () => {
  it('shows its text after a second, and removes it at the end', async () => {
    const { progress, clock, shown } = terminal({ isTTY: true });
    const answer = await progress.during('reading', async () => {
      expect(shown()).toBe('');
      clock.tick();
      clock.tick();
      expect(shown()).toBe('\r\u001b[2Kreading … 1 s\r\u001b[2Kreading … 2 s');
      return 42;
    });
    expect([answer, shown(), clock.running]).toEqual([42, '\r\u001b[2K', 0]);
  });

  it('updates its text every second', async () => {
    const { progress, clock, shown } = terminal({ isTTY: true });
    let percent = 10;
    await progress.during(
      () => `${percent} %`,
      async () => {
        clock.tick();
        percent = 80;
        clock.tick();
      },
    );
    expect(shown()).toContain('10 % … 1 s\r\u001b[2K80 % … 2 s');
  });

  it('leaves no trace of work that took less than a second, and none of failed work', async () => {
    const { progress, clock, shown } = terminal({ isTTY: true });
    await expect(progress.during('reading', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect([shown(), clock.running]).toEqual(['', 0]);
  });

  it('shows the text of the whole while one of its parts runs', async () => {
    const { progress, clock, shown } = terminal({ isTTY: true });
    await progress.during('the whole', () =>
      progress.during('a part', async () => {
        clock.tick();
        expect(shown()).toContain('the whole');
        expect(clock.running).toBe(1);
      }),
    );
  });

  it.each([{ isTTY: false }, { isTTY: true, quiet: true }])('shows nothing with %j', async (options) => {
    const { progress, clock } = terminal(options);
    await progress.during('reading', async () => expect(clock.running).toBe(0));
  });
});
