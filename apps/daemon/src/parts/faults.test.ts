import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { takeFaults } from './faults.js';

function createProcess() {
  const emitter = new EventEmitter();
  const written: string[] = [];
  const codes: number[] = [];
  const process = {
    on: (event: string, listener: (error: unknown) => void) => emitter.on(event, listener),
    exit: (code: number) => void codes.push(code),
    stderr: { write: (text: string) => written.push(text) },
  };
  return {
    faults: takeFaults(process),
    emit: (event: string, error: unknown) => emitter.emit(event, error),
    written,
    codes,
  };
}

it('the process continues where the gateway has handled the fault', () => {
  const { faults, emit, codes } = createProcess();
  const taken: unknown[] = [];
  faults.listen((error) => taken.push(error) > 0);
  emit('uncaughtException', 'thrown');
  emit('unhandledRejection', 'rejected');
  expect([taken, codes]).toEqual([['thrown', 'rejected'], []]);
});

it('the process ends with its fault where no gateway runs, refuses it or fails itself', () => {
  const { faults, emit, written, codes } = createProcess();
  emit('uncaughtException', new Error('before'));
  const unlisten = faults.listen(() => false);
  emit('uncaughtException', new Error('refused'));
  faults.listen(() => {
    throw new Error('its own');
  });
  unlisten();
  emit('unhandledRejection', new Error('taken by none'));
  expect(codes).toEqual([1, 1, 1]);
  for (const each of ['before', 'refused', 'its own', 'taken by none']) expect(written.join('')).toContain(each);
});
