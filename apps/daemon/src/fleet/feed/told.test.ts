import type { SharedLogHealth } from '@ccu-gateway/event-stream';
import { expect, it } from 'vitest';
import { createTold } from './told.js';

it('hands over events of other gateways, and reports a possible loss, also after each outage of the log', () => {
  let become: (health: SharedLogHealth) => void = () => {};
  const told = createTold('one', {
    onHealth(listener) {
      become = listener;
      return () => {};
    },
  });
  const heard: (string | undefined)[] = [];
  told.on((text) => heard.push(text));
  told.take({ source: told.source, text: 'its own' });
  told.take({ source: told.source.replace('one', 'two'), text: 'of another' });
  told.missed();
  expect(heard).toEqual(['of another', undefined]);
  become({ state: 'outage', reason: 'away' });
  expect(heard).toHaveLength(2);
  become({ state: 'connected' });
  expect(heard).toEqual(['of another', undefined, undefined]);
});
