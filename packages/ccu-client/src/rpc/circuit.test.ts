import { describe, expect, it } from 'vitest';
import { createBackoff } from '../time/backoff.js';
import { createCircuit } from './circuit.js';

describe('the circuit breaker', () => {
  const start = () => {
    let now = 0;
    const circuit = createCircuit({ interfaceName: 'HmIP-RF', failures: 5, openMs: 30_000, now: () => now });
    return {
      circuit,
      pass: (ms: number) => {
        now += ms;
      },
    };
  };

  it('opens after five failures in a row, and one success resets the count', () => {
    const { circuit } = start();
    for (let i = 0; i < 4; i += 1) circuit.failed();
    circuit.succeeded();
    for (let i = 0; i < 4; i += 1) circuit.failed();
    expect(() => circuit.check()).not.toThrow();
    circuit.failed();
    expect(() => circuit.check()).toThrow('not tried');
  });

  it('lets exactly one call try after its time, and opens again when that fails', () => {
    const { circuit, pass } = start();
    for (let i = 0; i < 5; i += 1) circuit.failed();
    expect(circuit.state()).toBe('open');
    pass(30_000);
    expect(circuit.state()).toBe('half_open');
    expect(() => circuit.check()).not.toThrow();
    expect(circuit.state()).toBe('half_open');
    expect(() => circuit.check()).toThrow('not tried');
    circuit.failed();
    expect(() => circuit.check()).toThrow('not tried');
    pass(30_000);
    circuit.check();
    circuit.succeeded();
    expect(circuit.state()).toBe('closed');
  });
});

describe('the backoff', () => {
  it('doubles up to its limit, plus or minus a fifth, and restarts after a reset', () => {
    const middle = createBackoff({ minMs: 2_000, maxMs: 120_000, random: () => 0.5 });
    expect(Array.from({ length: 8 }, () => middle.next())).toEqual([
      2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 120_000, 120_000,
    ]);
    middle.reset();
    expect(middle.next()).toBe(2_000);
    expect(createBackoff({ minMs: 1_000, maxMs: 1_000, random: () => 0 }).next()).toBe(800);
    expect(createBackoff({ minMs: 1_000, maxMs: 1_000, random: () => 1 }).next()).toBe(1_200);
  });
});
