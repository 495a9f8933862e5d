import { channelsOf } from '../device.js';
import type { DeviceView, MappingOptions } from '../house-view.js';
import type { EndpointPlan, Exposable } from '../plan.js';
import { REASONS, type ReasonCode } from '../reasons.js';
import { label, snakeCase } from '../text.js';
import { batteryOf } from '../things/battery.js';
import type { ThingFunction } from '../things/function.js';
import { attempt } from './attempt.js';
import { endpointOf, nameOf, roomOf } from './endpoint.js';
import { ECOSYSTEMS, fitFunction, PROFILES } from './profiles.js';
import { type Thing, thingsOf } from './things.js';

/**
 * `<central>/<address>:<channel>`, with the kind where a channel is two things. A device in the place of another one has
 * its keys, and so the endpoints that controllers know.
 */
const keyOf = ({ central, device }: DeviceView, suffix: string): string =>
  `${central}/${device.identity_address ?? device.address}:${suffix}`;

const fitted = (functions: readonly ThingFunction[], profile: MappingOptions['profile']): readonly ThingFunction[] =>
  functions.flatMap((each) => fitFunction(each, PROFILES[profile]) ?? []);

function planOf(view: DeviceView, thing: Thing, options: MappingOptions, isOnly: boolean): EndpointPlan | undefined {
  const [first, ...others] = fitted(thing.functions, options.profile);
  if (first === undefined) return undefined;
  const key = keyOf(view, thing.suffix);
  const room = roomOf(view, thing.channel);
  const identity = {
    key,
    name: label(options.nameOf(key), 256) || nameOf(view, thing.channel, isOnly),
    room,
    area: room === undefined ? undefined : options.areaOf(room),
    channel: thing.channel,
  };
  return endpointOf(view, identity, [first, ...others], batteryOf(channelsOf(view)));
}

interface Remark {
  readonly code: ReasonCode;
  readonly text: string;
}

/** Parts of a thing that are not exposed. */
function leftOutOf(thing: Thing, { profile }: MappingOptions): readonly string[] {
  const known = new Set(fitted(thing.functions, profile).map(({ id }) => id));
  return [...thing.leftOut, ...thing.functions.filter(({ id }) => !known.has(id)).map(({ id }) => id)];
}

/** Reason why nothing is exposed, or the parts left out. */
function remarkOf(thing: Thing, leftOut: readonly string[], plan: EndpointPlan | undefined): Remark | undefined {
  if (thing.reason !== undefined) return { code: thing.reason, text: REASONS[thing.reason] };
  if (plan === undefined) return { code: 'unknown_to_profile', text: REASONS.unknown_to_profile };
  return leftOut.length === 0
    ? undefined
    : { code: 'partly', text: `${REASONS.partly} Not shown: ${leftOut.join(', ')}.` };
}

function exposableOf(view: DeviceView, thing: Thing, options: MappingOptions, isOnly: boolean): Exposable {
  const plan = planOf(view, thing, options, isOnly);
  const leftOut = plan === undefined ? [] : leftOutOf(thing, options);
  const remark = remarkOf(thing, leftOut, plan);
  return {
    ...placeOf(view, thing.channel.number, thing.suffix),
    name: plan?.name ?? label(nameOf(view, thing.channel, isOnly), 256),
    room: roomOf(view, thing.channel),
    source: thing.source,
    sourceName: thing.sourceName,
    kind: thing.kind,
    plan,
    reasonCode: remark?.code,
    reason: remark?.text,
    failure: thing.failure,
    leftOut,
    isComplete: plan !== undefined && remark === undefined,
    shownByDefault: plan !== undefined && thing.heldBack === undefined,
    heldBack: thing.heldBack,
    ecosystems: ECOSYSTEMS.filter((profile) => fitted(thing.functions, profile).length > 0),
    type: snakeCase(thing.functions[0]?.deviceType ?? 'none'),
  };
}

const placeOf = (view: DeviceView, channel: number, suffix: string) => ({
  key: keyOf(view, suffix),
  central: view.central,
  address: view.device.address,
  channel,
});

/** Device that is not exposed, with the reason; only its name is known. */
function unshown(
  view: DeviceView,
  place: ReturnType<typeof placeOf>,
  why: { readonly source: string; readonly code: ReasonCode; readonly failure?: string },
): Exposable {
  return {
    ...place,
    name: label(view.device.name, 256),
    room: undefined,
    source: 'generic',
    sourceName: why.source,
    kind: undefined,
    plan: undefined,
    reasonCode: why.code,
    reason: REASONS[why.code],
    failure: why.failure,
    leftOut: [],
    isComplete: false,
    shownByDefault: false,
    heldBack: undefined,
    ecosystems: [],
    type: 'none',
  };
}

/** True when the name of the device suffices: it is the only thing exposed by default, or the only one at all. */
function isOnlyOne(thing: Thing, things: readonly Thing[]): boolean {
  const able = things.filter(({ functions }) => functions.length > 0);
  const plain = able.filter(({ heldBack }) => heldBack === undefined);
  return able.length === 1 || (plain.length === 1 && plain[0] === thing);
}

function exposablesOf(view: DeviceView, options: MappingOptions): readonly Exposable[] {
  const { things } = thingsOf(view, {
    knowsUnbolting: PROFILES[options.profile].knowsUnbolting,
    kindOf: (suffix) => options.kindOf(keyOf(view, suffix)),
  });
  // A device with nothing to expose has one entry, as a whole.
  if (things.length === 0) {
    return [unshown(view, placeOf(view, 0, '0'), { source: view.device.model, code: 'no_data' })];
  }
  return things.map((thing) =>
    attempt(
      () => exposableOf(view, thing, options, isOnlyOne(thing, things)),
      (failure) => {
        const place = placeOf(view, thing.channel.number, thing.suffix);
        return unshown(view, place, { source: thing.sourceName, code: 'failed', failure });
      },
    ),
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Everything that the bridge could expose, with the reasons for the rest. The order is that of CCUs, addresses and
 * channels, so that it does not depend on the order of reads. Never throws: an unreadable device is one thing that is
 * not exposed, with its `failure`.
 *
 * @example
 * const none = () => undefined;
 * const shown = exposablesIn(devices, { profile: 'apple', kindOf: none, nameOf: none, areaOf: none });
 */
export function exposablesIn(devices: readonly DeviceView[], options: MappingOptions): readonly Exposable[] {
  return [...devices]
    .sort((a, b) => compare(a.central, b.central) || compare(a.device.address, b.device.address))
    .flatMap((view) =>
      attempt(
        () => exposablesOf(view, options),
        (failure) => [unshown(view, placeOf(view, 0, '0'), { source: view.device.model, code: 'failed', failure })],
      ),
    );
}
