import { events } from '@ccu-gateway/contract';
import type { EventCatalogue, EventType } from '@ccu-gateway/contract/types';
import { expect, expectTypeOf, it } from 'vitest';
import type { ModelEvent, ModelEventOf } from './events.js';

// This tests the compiler: an expected error that does not occur is an error.

const frame = { topic: 'hub.ccu1.inbox', kind: 'change' } as const;

it('takes only events of the catalogue, with their payload', () => {
  const told: ModelEvent[] = [{ ...frame, type: 'hub.inbox_changed', payload: { central: 'ccu1', count: 1 } }];
  // @ts-expect-error the catalogue does not know this event: add it to packages/contract/src/schemas/records/events.ts
  told.push({ ...frame, type: 'hub.unheard_of', payload: { central: 'ccu1' } });
  // @ts-expect-error `count` is missing
  told.push({ ...frame, type: 'hub.inbox_changed', payload: { central: 'ccu1' } });
  // @ts-expect-error the payload is that of another event
  told.push({ ...frame, type: 'hub.inbox_changed', payload: { central: 'ccu1', reachable: true } });
  expect(told).toHaveLength(4);
});

it('gives clients the type of every published event', () => {
  expectTypeOf<EventType>().toEqualTypeOf<keyof typeof events>();
  expectTypeOf<ModelEventOf<'backup.progress'>['payload']>().toEqualTypeOf<EventCatalogue['backup.progress']>();
  expectTypeOf<EventCatalogue['system.status_changed']>().toHaveProperty('callback_state');
  expect(Object.keys(events)).toContain('backup.progress');
});
