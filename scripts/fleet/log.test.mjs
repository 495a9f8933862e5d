import { expect, it } from 'vitest';
import { judgeLog } from './log.mjs';

const emit = (event, point) => ({ what: 'emitted', t: 1, ccu: 'home', event, ...(point && { point }) });
const record = (seq, event) => ({ what: 'logged', epoch: 'one', seq, event });
const codes = (emitted, ...events) =>
  judgeLog({ emitted, logged: events.map((event, seq) => record(seq, event)) }).map(({ code }) => code);

it('events of one data point keep their order in the log', () => {
  const emitted = [emit('first', 'a:1'), emit('second', 'a:1')];
  expect(codes(emitted, 'first', 'second')).toEqual([]);
  expect(codes(emitted, 'second', 'first')).toEqual(['logged_out_of_order']);
});

it('values of several data points that are read after a loss have no order', () => {
  expect(codes([emit('first', 'a:1'), emit('second', 'b:1')], 'second', 'first')).toEqual([]);
});

it('events without a data point keep the order of their CCU', () => {
  expect(codes([emit('first'), emit('second')], 'second', 'first')).toEqual(['logged_out_of_order']);
});
