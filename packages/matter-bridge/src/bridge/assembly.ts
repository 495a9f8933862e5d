import type { MatterExposureUpdate } from '@ccu-gateway/contract/types';
import { GatewayError, notFound } from '@ccu-gateway/gateway-core';
import type { House } from '../house/house.js';
import type { DeviceView, MappingOptions, Profile } from '../mapping/house-view.js';
import type { Exposable } from '../mapping/plan.js';
import type { BridgePorts } from '../ports/ports.js';
import { exposureView, isMeant, isShown } from './exposures.js';
import type { ShownThings } from './shown-things.js';

/** Names and rooms are often changed several at once. */
const SETTLE_MS = 1000;

/** What a house could show. */
export type Mapping = (devices: readonly DeviceView[], options: MappingOptions) => readonly Exposable[];

/** Decides what is shown, and shows it. */
export interface Assembly {
  /** Reads the house anew. */
  assemble(): Promise<void>;
  /** The same when no more changes come for a moment. */
  assembleSoon(): void;
  exposures(): ReturnType<typeof exposureView>[];
  /** How many things are chosen to be shown. */
  chosen(): number;
  choose(update: MatterExposureUpdate): Promise<void>;
  stop(): void;
}

export function createAssembly(options: {
  readonly house: House;
  readonly shown: ShownThings;
  readonly mapping: Mapping;
  readonly profile: Profile;
  readonly ports: Pick<BridgePorts, 'store' | 'clock' | 'log' | 'publish'>;
}): Assembly {
  const { house, shown, mapping, profile, ports } = options;
  const { store, clock, log, publish } = ports;
  let exposables: readonly Exposable[] = [];
  let settling: (() => void) | undefined;

  async function assemble(): Promise<void> {
    const choices = store.choices();
    exposables = mapping(house.views(), {
      profile,
      kindOf: () => undefined,
      nameOf: (key) => choices.get(key)?.name,
    });
    const before = shown.count();
    await shown.show(exposables.flatMap((each) => (isShown(each, choices.get(each.key)) && each.plan) || []));
    if (shown.count() === before) return;
    publish({
      topic: 'matter.endpoint_assembled',
      type: 'matter.endpoint_assembled',
      payload: { endpoint_count: shown.count() },
    });
  }

  return {
    assemble,
    assembleSoon() {
      settling ??= clock.after(SETTLE_MS, () => {
        settling = undefined;
        assemble().catch((error: unknown) => log.error('matter assembly failed', { error }));
      });
    },
    exposures() {
      const choices = store.choices();
      return exposables.map((each) => exposureView(each, choices.get(each.key)));
    },
    chosen() {
      const choices = store.choices();
      return exposables.filter((each) => isShown(each, choices.get(each.key))).length;
    },
    async choose(update) {
      keepChoice(exposables, update, store);
      await assemble();
      publish({ topic: 'matter.exposable_changed', type: 'matter.exposable_changed', payload: update });
    },
    stop: () => settling?.(),
  };
}

function keepChoice(exposables: readonly Exposable[], update: MatterExposureUpdate, store: BridgePorts['store']): void {
  const thing = exposables.find((each) => isMeant(each, update));
  if (thing === undefined) throw notFound(`${update.device_address}:${update.channel_no} ${update.dp_key}`);
  if (update.enabled && thing.plan === undefined) {
    const why = thing.reason ?? 'It cannot be shown';
    throw new GatewayError('unprocessable', why, { reason: 'matter_unmappable' });
  }
  const name = update.friendly_name ?? store.choices().get(thing.key)?.name;
  store.choose(thing.key, { enabled: update.enabled, ...(name === undefined || name === '' ? {} : { name }) });
}
