import type { ConfirmReason, CustomDPSummary } from '@ccu-gateway/contract/types';
import { type ChannelView, channelsOf, tells } from '../device.js';
import type { DeviceView } from '../house-view.js';
import type { HeldBackCode, ReasonCode } from '../reasons.js';
import { type Actor, functionsOfActor, refusalOfCategory } from '../things/actors.js';
import { functionsOfButton } from '../things/buttons.js';
import type { ThingFunction } from '../things/function.js';
import { meteredBy, meterFunction, withMeter } from '../things/meter.js';
import { functionsOfSensor } from '../things/sensors.js';
import { attempt } from './attempt.js';

/** Thing of a device: its functions, or the reason why it has none to expose. */
export interface Thing {
  /** End of its key after the address: the channel, with the kind where a channel is two things. */
  readonly suffix: string;
  readonly channel: ChannelView;
  readonly source: 'custom' | 'generic';
  readonly sourceName: string;
  readonly functions: readonly ThingFunction[];
  /** Why there are no functions. */
  readonly reason: ReasonCode | undefined;
  /** Error, where the reason is `failed`. */
  readonly failure?: string;
  /** The kind it is shown as, where that can be chosen. */
  readonly kind?: 'plug' | 'light';
  readonly heldBack: HeldBackCode | undefined;
  /** Features that none of its functions exposes, in the words of its capabilities and parameters. */
  readonly leftOut: readonly string[];
}

/** Choices that apply to things. */
export interface ThingChoices {
  readonly knowsUnbolting: boolean;
  kindOf(suffix: string): 'plug' | 'light' | undefined;
}

/** Use of a channel: a thing, a part of the thing of another channel, or nothing. */
export interface Account {
  readonly channel: ChannelView;
  readonly is: 'thing' | 'part' | 'maintenance' | 'nothing';
  readonly reason: ReasonCode | undefined;
}

/** Why people are asked before they operate it; undefined where they are asked nothing. */
const confirmedFor = ({ confirm }: CustomDPSummary): ConfirmReason | undefined => Object.values(confirm)[0];

function refusalOf(custom: CustomDPSummary): ReasonCode | undefined {
  const { kind, category } = custom;
  if (kind === 'lock_button') return 'device_setting';
  return refusalOfCategory(category) ?? (confirmedFor(custom) === 'access' ? 'access_right' : undefined);
}

const LOUD = /CHIME|ACOUSTIC/;

function heldBackActor(custom: CustomDPSummary, channel: ChannelView): HeldBackCode | undefined {
  const reason = confirmedFor(custom);
  if (custom.category === 'lock' || reason === 'unlock' || reason === 'open') return 'security';
  if (custom.category === 'siren' || reason === 'alarm' || LOUD.test(channel.type)) return 'loud';
  if (reason === 'water') return 'water';
  return channel.summary.hidden === true ? 'hidden' : undefined;
}

/** Features of custom data points that Matter's clusters lack. */
const UNSHOWN = ['away', 'boost', 'effects', 'flash_time', 'lights', 'lock', 'profiles', 'tones', 'vent', 'volume'];

const unshownOf = ({ capabilities }: CustomDPSummary): readonly string[] =>
  UNSHOWN.filter((name) => capabilities[name] === true);

/** Device with its parts sorted, as input of every further step. */
interface Sorted {
  readonly view: DeviceView;
  readonly channels: readonly ChannelView[];
  readonly maintenance: ChannelView | undefined;
  /** Data points that people operate, without settings and permissions. */
  readonly actors: readonly CustomDPSummary[];
  readonly isClimate: boolean;
}

function sort(view: DeviceView): Sorted {
  const channels = channelsOf(view);
  const actors = view.customDataPoints.filter((each) => refusalOf(each) === undefined);
  return {
    view,
    channels,
    maintenance: channels.find(({ number }) => number === 0),
    actors,
    isClimate: actors.some(({ category }) => category === 'climate'),
  };
}

/** A meter belongs to the one actor that it can be for. */
function meteredActor({ actors }: Sorted): CustomDPSummary | undefined {
  const switched = actors.filter(({ category }) => category === 'switch' || category === 'light');
  return switched.length === 1 ? switched[0] : undefined;
}

const metersOf = ({ channels }: Sorted): readonly ChannelView[] =>
  channels.filter((each) => each.number > 0 && meteredBy(each) !== undefined);

function actorThing(sorted: Sorted, custom: CustomDPSummary, choices: ThingChoices): Thing | undefined {
  const channel = sorted.channels.find(({ number }) => number === custom.channel_no);
  if (channel === undefined) return undefined;
  const refusal = refusalOf(custom);
  // A smoke detector that can be used as a siren is two things on one channel.
  const suffix = `${channel.number}${custom.kind === 'siren_smoke' ? '/siren' : ''}${custom.kind === 'lock_button' ? '/keys' : ''}`;
  const actor: Actor = {
    view: sorted.view,
    custom,
    kind: choices.kindOf(suffix) ?? 'plug',
    knowsUnbolting: choices.knowsUnbolting,
  };
  const own = refusal === undefined ? functionsOfActor(actor) : [];
  const meters = meteredActor(sorted) === custom ? metersOf(sorted) : [];
  const sensed = custom.category === 'climate' ? besideClimate(channel, sorted.maintenance) : [];
  return {
    suffix,
    channel,
    source: 'custom',
    sourceName: custom.name,
    functions: [...own.map((each, index) => (index === 0 ? meters.reduce(withMeter, each) : each)), ...sensed],
    ...(custom.category === 'switch' && own.length > 0 ? { kind: actor.kind } : {}),
    reason: refusal ?? (own.length === 0 ? 'no_matter_type' : undefined),
    heldBack: own.length === 0 ? undefined : heldBackActor(custom, channel),
    leftOut: unshownOf(custom),
  };
}

/** A thermostat reports temperature and humidity itself; its other sensors are functions beside it. */
const besideClimate = (channel: ChannelView, maintenance: ChannelView | undefined): readonly ThingFunction[] =>
  functionsOfSensor(channel, maintenance).filter(
    ({ id }) => id === 'air' || id === 'illuminance' || id === 'occupancy',
  );

/** Keys that only programs press. */
const isVirtualKey = ({ type, points }: ChannelView): boolean =>
  type === 'VIRTUAL_KEY' || (type === 'KEY_TRANSCEIVER' && points.get('PRESS_SHORT')?.operations.write === true);

function heldBackButton(sorted: Sorted, channel: ChannelView): HeldBackCode | undefined {
  if (isVirtualKey(channel)) return 'virtual_key';
  if (sorted.actors.length > 0) return 'key_of_actor';
  return channel.summary.hidden === true ? 'hidden' : undefined;
}

const COPIES = /^(SHUTTER_CONTACT|ROTARY_HANDLE)/;

/** Thing of a channel without anything to operate. */
function channelThing(sorted: Sorted, channel: ChannelView): Thing | undefined {
  const thing = { suffix: `${channel.number}`, channel, source: 'generic', leftOut: [] } as const;
  const hidden = channel.summary.hidden === true ? 'hidden' : undefined;
  const nothing = (reason: ReasonCode): Thing => ({
    ...thing,
    sourceName: nameOfSource(channel),
    functions: [],
    reason,
    heldBack: undefined,
  });
  if (sorted.isClimate && COPIES.test(channel.type)) return nothing('copy_of_member');
  const sensed = functionsOfSensor(channel, sorted.maintenance);
  const functions = sensed.length > 0 ? sensed : functionsOfButton(channel);
  const meter = functions.length === 0 && meteredActor(sorted) === undefined ? meterFunction(channel) : undefined;
  const found = meter === undefined ? functions : [meter];
  if (found.length === 0) {
    const reason = reasonOf(channel);
    return reason === undefined ? undefined : nothing(reason);
  }
  return {
    ...thing,
    sourceName: nameOfSource(channel, found),
    functions: found,
    reason: undefined,
    heldBack: found[0]?.id === 'button' ? heldBackButton(sorted, channel) : hidden,
    leftOut: sensed.length > 0 || meter !== undefined ? leftOutOf(channel, found) : [],
  };
}

function nameOfSource(channel: ChannelView, functions: readonly ThingFunction[] = []): string {
  const input = functions[0]?.inputs[0];
  if (input?.kind === 'data_point') return input.parameter;
  return visibleOf(channel)[0] ?? channel.type;
}

/** Visible parameters of a channel, without those for the validity of others. */
const visibleOf = (channel: ChannelView): readonly string[] =>
  [...channel.points.values()]
    .filter(({ parameter, operations, category }) => {
      const isImpulse = parameter.startsWith('INSTALL_') || (category === 'button' && !operations.event);
      return tells(channel, parameter) && !isImpulse && !/_STATUS$|^ERROR/.test(parameter);
    })
    .map(({ parameter }) => parameter);

const ACCESSORY = /^(LOW_?BAT|MOTION_DETECTION_ACTIVE|PRESENCE_DETECTION_ACTIVE|CHANNEL_OPERATION_MODE)$/;

/** Visible parameters of a channel that no function exposes. */
function leftOutOf(channel: ChannelView, functions: readonly ThingFunction[]): readonly string[] {
  const used = new Set(
    functions.flatMap(({ inputs }) => inputs.map((input) => (input.kind === 'data_point' ? input.parameter : ''))),
  );
  return visibleOf(channel).filter((parameter) => !used.has(parameter) && !ACCESSORY.test(parameter));
}

/** Reason why a channel with values is not exposed; undefined where it needs none. */
function reasonOf(channel: ChannelView): ReasonCode | undefined {
  if (visibleOf(channel).length === 0 || /WEEK_PROFILE$/.test(channel.type)) return undefined;
  if (/^CLIMATECONTROL_FLOOR/.test(channel.type)) return 'floor_heating_valve';
  if (channel.type === 'ARMING') return 'alarm_system_state';
  return tells(channel, 'STATE') || tells(channel, 'LEVEL') ? 'internal_state' : 'no_matter_type';
}

/** Channels that a thing of another channel is made of: receivers and transmitters of a group, colours, meters, sensors. */
function isPartOf(sorted: Sorted, channel: ChannelView): boolean {
  const { actors, channels } = sorted;
  const masters = new Set(actors.map(({ channel_no }) => channel_no));
  if (masters.has(channel.number)) return false;
  const { group_no } = channel.summary;
  if (group_no !== undefined && masters.has(group_no)) return true;
  if (channel.type === 'AKKU') return true;
  if (/^RGBW_|DUAL_WHITE_COLOR$/.test(channel.type)) return actors.some(({ category }) => category === 'light');
  if (meteredActor(sorted) !== undefined && metersOf(sorted).includes(channel)) return true;
  const measures = functionsOfSensor(channel, channels[0]);
  const climatic = new Set(['temperature', 'humidity']);
  return sorted.isClimate && measures.length > 0 && measures.every(({ id }) => climatic.has(id));
}

/** True for receivers of a group without operations: they repeat the values of its first channel. */
const isRepetition = ({ summary }: ChannelView): boolean =>
  summary.is_in_multi_group === true && summary.is_group_master !== true;

/** Things of a device in the order of its channels, and the use of each channel. */
export function thingsOf(
  view: DeviceView,
  choices: ThingChoices,
): { readonly things: readonly Thing[]; readonly accounts: readonly Account[] } {
  const sorted = sort(view);
  const things: Thing[] = [];
  const accounts: Account[] = [];
  for (const channel of sorted.channels) {
    const { own, isPart } = attempt(
      () => thingsAt(sorted, channel, choices),
      (failure) => ({ own: [failedThing(channel, failure)], isPart: false }),
    );
    things.push(...own);
    accounts.push({ channel, ...accountOf(channel, own, isPart) });
  }
  return { things, accounts };
}

interface ThingsAt {
  readonly own: readonly Thing[];
  /** True when the channel is a part of the thing of another one. */
  readonly isPart: boolean;
}

function thingsAt(sorted: Sorted, channel: ChannelView, choices: ThingChoices): ThingsAt {
  const customs = sorted.view.customDataPoints.filter(({ channel_no }) => channel_no === channel.number);
  const operated = customs.flatMap((custom) => actorThing(sorted, custom, choices) ?? []);
  const isActor = customs.some(({ kind }) => kind !== 'siren_smoke' && kind !== 'lock_button');
  const isPart = channel.number > 0 && !isActor && (isPartOf(sorted, channel) || isRepetition(channel));
  const sensed = channel.number === 0 || isActor || isPart ? undefined : channelThing(sorted, channel);
  return { own: [...(sensed === undefined ? [] : [sensed]), ...operated], isPart };
}

/** A channel that could not be made out: one thing less, and all others as they are. */
const failedThing = (channel: ChannelView, failure: string): Thing => ({
  suffix: `${channel.number}`,
  channel,
  source: 'generic',
  sourceName: channel.type,
  functions: [],
  reason: 'failed',
  failure,
  heldBack: undefined,
  leftOut: [],
});

function accountOf(channel: ChannelView, own: readonly Thing[], isPart: boolean): Omit<Account, 'channel'> {
  if (own.some(({ functions }) => functions.length > 0)) return { is: 'thing', reason: undefined };
  if (channel.number === 0) return { is: 'maintenance', reason: own[0]?.reason };
  if (isPart) return { is: 'part', reason: undefined };
  return { is: 'nothing', reason: own[0]?.reason };
}
