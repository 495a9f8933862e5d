import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { openOutput } from './output.js';

describe('the output of the log', () => {
  it('drops lines once its reader has gone, instead of ending the process', () => {
    const written: string[] = [];
    const stream = Object.assign(new EventEmitter(), { write: (text: string) => written.push(text) });
    const output = openOutput(stream);
    output.write('heard');
    expect(() => stream.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))).not.toThrow();
    output.write('unheard');
    expect(written).toEqual(['heard']);
  });

  it('drops lines that the stream refuses at once', () => {
    let tries = 0;
    const stream = Object.assign(new EventEmitter(), {
      write() {
        tries += 1;
        throw new Error('ENOSPC');
      },
    });
    const output = openOutput(stream);
    expect(() => output.write('one')).not.toThrow();
    output.write('two');
    expect(tries).toBe(1);
  });
});
