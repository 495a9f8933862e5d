import { describe, expect, it } from 'vitest';
import { createLifecycle } from './lifecycle.js';

describe('lifecycle', () => {
  it('closes in the reverse order of opening', async () => {
    const closed: string[] = [];
    const lifecycle = createLifecycle({ stepMs: 1000, failed: () => closed.push('failed') });
    for (const name of ['storage', 'stream', 'server']) {
      lifecycle.onClose(name, () => {
        closed.push(name);
      });
    }
    await lifecycle.close();
    expect(closed).toEqual(['server', 'stream', 'storage']);
  });

  it('goes on when one step throws, and reports its name', async () => {
    const closed: string[] = [];
    const failed: string[] = [];
    const lifecycle = createLifecycle({ stepMs: 1000, failed: (name) => failed.push(name) });
    lifecycle.onClose('storage', () => {
      closed.push('storage');
    });
    lifecycle.onClose('ccu', () => Promise.reject(new Error('gone')));
    await lifecycle.close();
    expect({ closed, failed }).toEqual({ closed: ['storage'], failed: ['ccu'] });
  });

  it('does not wait for ever on a step that hangs', async () => {
    const failed: string[] = [];
    const lifecycle = createLifecycle({ stepMs: 1, failed: (name) => failed.push(name) });
    lifecycle.onClose('hangs', () => new Promise(() => {}));
    await lifecycle.close();
    expect(failed).toEqual(['hangs']);
  });

  it('closes everything once, however often it is asked', async () => {
    let count = 0;
    const lifecycle = createLifecycle({ stepMs: 1000, failed: () => {} });
    lifecycle.onClose('storage', () => {
      count += 1;
    });
    await Promise.all([lifecycle.close(), lifecycle.close()]);
    expect(count).toBe(1);
  });
});
