import type { MatterExposure, MatterExposureUpdate } from '@ccu-gateway/contract/types';
import { GatewayError, incidentSummary, notFound } from '@ccu-gateway/gateway-core';
import type { House } from '../house/house.js';
import { endpointsOf, PROFILES, type Warning } from '../mapping/house/profiles.js';
import type { DeviceView, MappingOptions, Profile } from '../mapping/house-view.js';
import type { EndpointPlan, Exposable } from '../mapping/plan.js';
import type { BridgePorts, Choice } from '../ports/ports.js';
import { exposureView, isMeant } from './exposures.js';
import { type Selection, selectionOf } from './selection.js';
import type { ShownThings } from './shown-things.js';
import type { TellOnce } from './told-once.js';

/** Names and rooms are often changed several at once. */
const SETTLE_MS = 1000;

/** Things that an installation could expose. */
export type Mapping = (devices: readonly DeviceView[], options: MappingOptions) => readonly Exposable[];

/** Chosen things, and the room for them in the system of the bridge. */
export interface Balance {
  /** How many things are chosen to be shown. */
  readonly chosen: number;
  readonly profile: Profile;
  /** How many endpoints the things take that are shown. */
  readonly endpointsUsed: number;
  /** How many endpoints the system takes; undefined where no limit is known. */
  readonly endpointLimit: number | undefined;
  readonly warnings: readonly Warning[];
}

/** Decides which things are exposed, and exposes them. */
export interface Assembly {
  /** Reads the devices again. */
  assemble(): Promise<void>;
  /** The same when no more changes come for a moment. */
  assembleSoon(): void;
  exposures(): readonly MatterExposure[];
  balance(): Balance;
  /** Applies the profile of another system, at once. */
  useProfile(profile: Profile): Promise<void>;
  choose(update: MatterExposureUpdate): Promise<void>;
  /** The same for several at once; resolves with the accepted ones. */
  chooseAll(updates: readonly MatterExposureUpdate[]): Promise<readonly MatterExposureUpdate[]>;
  stop(): void;
}

interface AssemblyOptions {
  readonly house: House;
  readonly shown: ShownThings;
  readonly mapping: Mapping;
  readonly profile: Profile;
  readonly ports: Pick<BridgePorts, 'store' | 'clock' | 'log' | 'publish'>;
  readonly tell: TellOnce;
  /** Called whenever the devices were read and are exposed. */
  readonly onAssembled: (house: readonly Exposable[], shown: readonly EndpointPlan[]) => void;
}

export function createAssembly(options: AssemblyOptions): Assembly {
  const { house, shown, ports, onAssembled } = options;
  let { profile } = options;
  const { store, clock, log, publish } = ports;
  let exposables: readonly Exposable[] = [];
  let selection: Selection = { plans: [], tooMany: new Set(), warnings: [] };
  let settling: (() => void) | undefined;

  async function assemble(): Promise<void> {
    await house.readAreas();
    const choices = store.choices();
    exposables = exposablesOf(options, profile, choices);
    const before = selection.warnings;
    selection = selectionOf(exposables, profile, { choices, numberOf: store.knownNumber });
    logWarnings(log, before, selection.warnings);
    const count = shown.count();
    await shown.show(selection.plans);
    onAssembled(exposables, selection.plans);
    if (shown.count() === count) return;
    publish({
      topic: 'matter.endpoint_assembled',
      type: 'matter.endpoint_assembled',
      payload: { endpoint_count: shown.count() },
    });
  }

  function exposures(): readonly MatterExposure[] {
    const choices = store.choices();
    return exposables.map((each) =>
      exposureView(each, { choice: choices.get(each.key), isTooMuch: selection.tooMany.has(each.key) }),
    );
  }

  const tellChosen = (update: MatterExposureUpdate) =>
    publish({ topic: 'matter.exposable_changed', type: 'matter.exposable_changed', payload: update });

  return {
    assemble,
    assembleSoon() {
      settling ??= clock.after(SETTLE_MS, () => {
        settling = undefined;
        assemble().catch((error: unknown) => log.error('matter assembly failed', { error }));
      });
    },
    exposures,
    balance: () => balanceOf(profile, selection, exposures().filter(({ enabled }) => enabled).length),
    async useProfile(next) {
      if (next === profile) return;
      profile = next;
      await assemble();
    },
    async choose(update) {
      keepChoice(exposables, update, store);
      await assemble();
      tellChosen(update);
    },
    async chooseAll(updates) {
      const taken = updates.filter((update) => isTaken(() => keepChoice(exposables, update, store)));
      if (taken.length > 0) await assemble();
      taken.forEach(tellChosen);
      return taken;
    },
    stop: () => settling?.(),
  };
}

/** Things of the installation now. Reports those that cannot be shown. */
function exposablesOf(
  { house, mapping, tell }: AssemblyOptions,
  profile: Profile,
  choices: ReadonlyMap<string, Choice>,
): readonly Exposable[] {
  const exposables = mapping(house.views(), {
    profile,
    kindOf: (key) => choices.get(key)?.kind,
    nameOf: (key) => choices.get(key)?.name,
    areaOf: house.areaOf,
  });
  for (const { key, name, failure } of exposables) {
    if (failure !== undefined) tell(key, { summary: incidentSummary('matter_not_shown', { name }), detail: failure });
  }
  return exposables;
}

function balanceOf(profile: Profile, { plans, warnings }: Selection, chosen: number): Balance {
  const { maxEndpoints } = PROFILES[profile];
  return {
    chosen,
    profile,
    endpointsUsed: plans.reduce((all, plan) => all + endpointsOf(plan), 0),
    endpointLimit: Number.isFinite(maxEndpoints) ? maxEndpoints : undefined,
    warnings,
  };
}

function logWarnings(log: BridgePorts['log'], before: readonly Warning[], now: readonly Warning[]): void {
  const known = new Set(before.map(({ message }) => message));
  for (const { code, message } of now) if (!known.has(message)) log.warn('matter selection', { code, message });
}

function isTaken(keep: () => void): boolean {
  try {
    keep();
    return true;
  } catch (error) {
    if (error instanceof GatewayError) return false;
    throw error;
  }
}

function keepChoice(exposables: readonly Exposable[], update: MatterExposureUpdate, store: BridgePorts['store']): void {
  const thing = exposables.find((each) => isMeant(each, update));
  if (thing === undefined) throw notFound(`${update.device_address}:${update.channel_no} ${update.dp_key}`);
  if (update.enabled && thing.plan === undefined) {
    const why = thing.reason ?? 'It cannot be shown';
    throw new GatewayError('unprocessable', why, { reason: 'matter_unmappable' });
  }
  if (update.kind !== undefined && thing.kind === undefined) {
    const why = 'Its kind cannot be chosen: only switches can be plugs or lights';
    throw new GatewayError('unprocessable', why, { reason: 'matter_no_kind' });
  }
  store.choose(thing.key, choiceOf(update, store.choices().get(thing.key)));
}

/** Members that an update leaves out keep their values. */
function choiceOf(update: MatterExposureUpdate, before: Choice | undefined): Choice {
  const name = update.friendly_name ?? before?.name;
  const kind = update.kind ?? before?.kind;
  return {
    enabled: update.enabled,
    ...(name === undefined || name === '' ? {} : { name }),
    ...(kind === undefined ? {} : { kind }),
  };
}
