import type { SecuritySource } from '@ccu-gateway/contract/types';
import type { AlarmSystem } from '../alarm/alarm.js';
import type { HealthSource, House } from '../ports/house.js';
import { type Cause, sourceRef } from './causes.js';
import type { Memory } from './memory.js';

interface Ports {
  readonly house: Pick<House, 'devices' | 'centralNames'>;
  readonly health: HealthSource;
  readonly alarm: Pick<AlarmSystem, 'plan'>;
}

type Named = Omit<SecuritySource, 'faults' | 'excluded'>;

/** Everything that can be a cause, and sources with left-out classes that are gone. */
export function sourcesOf(
  { house, health, alarm }: Ports,
  memory: Memory,
  causes: readonly Cause[],
): readonly SecuritySource[] {
  const counts = new Map<string, number>();
  for (const { source } of causes) counts.set(source, (counts.get(source) ?? 0) + 1);
  const named = new Map<string, Named>();
  for (const each of [...centrals(house), ...zones(alarm), ...parts(health), ...devices(house)]) {
    named.set(each.ref, each);
  }
  for (const ref of Object.keys(memory.excluded)) if (!named.has(ref)) named.set(ref, gone(ref));
  return [...named.values()].map((each) => ({
    ...each,
    faults: counts.get(each.ref) ?? 0,
    excluded: [...(memory.excluded[each.ref] ?? [])],
  }));
}

const centrals = (house: Ports['house']): readonly Named[] =>
  house.centralNames().map((name) => ({ ref: sourceRef('central', name), kind: 'central', name, central: name }));

const zones = (alarm: Ports['alarm']): readonly Named[] =>
  alarm.plan().config.zones.map(({ id, name }) => ({ ref: sourceRef('zone', id), kind: 'zone', name }));

const parts = (health: HealthSource): readonly Named[] =>
  health
    .health()
    .components.filter(({ name }) => !name.startsWith('ccu.'))
    .map(({ name }) => ({ ref: sourceRef('part', name), kind: 'part', name }));

const devices = (house: Ports['house']): readonly Named[] =>
  house.devices().map(({ address, name, model, central = '' }) => ({
    ref: sourceRef('device', central, address),
    kind: 'device',
    name: name ?? address,
    central,
    device_address: address,
    model,
  }));

const KINDS = ['device', 'central', 'part', 'zone'] as const;

function gone(ref: string): Named {
  const [first = '', ...names] = ref.split(':');
  return { ref, kind: KINDS.find((kind) => kind === first) ?? 'device', name: names.join(':') };
}
