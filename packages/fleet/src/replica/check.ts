import type { StateCalls } from './state-record.js';

type Shape = (value: unknown) => boolean;

const text: Shape = (value) => typeof value === 'string';
const flag: Shape = (value) => typeof value === 'boolean';
const amount: Shape = (value) => typeof value === 'number' && Number.isFinite(value);
const anything: Shape = (value) => value !== undefined && value !== null;
/** `null` is the value of a data point that the CCU does not know. */
const valueOrUnknown: Shape = (value) => value !== undefined;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(shape);
const optional =
  (shape: Shape): Shape =>
  (value) =>
    value === undefined || shape(value);
const having =
  (members: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    isObject(value) &&
    Object.entries(members).every(([name, shape]) => shape(Object.hasOwn(value, name) ? value[name] : undefined));
const tuple =
  (...shapes: readonly Shape[]): Shape =>
  (value) =>
    Array.isArray(value) && value.length <= shapes.length && shapes.every((shape, index) => shape(value[index]));
const either =
  (...shapes: readonly Shape[]): Shape =>
  (value) =>
    shapes.some((shape) => shape(value));
const exactly =
  (...texts: readonly unknown[]): Shape =>
  (value) =>
    texts.includes(value);

const entries = (shape: Shape): Shape => listOf(tuple(text, shape));
const texts = listOf(text);
const objects = listOf(isObject);
const KEY = exactly('VALUES', 'MASTER', 'LINK');
const ADDRESSED = having({ address: text });
const FLAGS = having({ hidden: optional(flag), locked: optional(flag) });
const WRITE = having({ channelAddress: text, parameter: text, value: anything, mark: amount });
const BEHAVIOUR = having({
  ...{ resumesLights: flag, groupCoverState: flag, listsInternalPrograms: flag },
  ...{ offersFirmware: flag, holdsNewDevices: flag, primaryInterface: optional(text) },
});
const DESCRIBED = having({ ADDRESS: text, TYPE: text });
const LINK = having({ sender: text, receiver: text });
const NAMED = having({ id: amount, name: text });
const STATUS = having({ central: text, interfaceName: text, state: text, connected: flag });
const VALUE = having({ channelAddress: text, parameter: text, value: valueOrUnknown, setAt: optional(amount) });
const GROUP = having({ name: text, channelAddresses: texts });

const HOLDER = {
  description: DESCRIBED,
  paramsets: listOf(tuple(KEY, amount)),
  master: entries(anything),
};
const CHANNEL = having({
  ...HOLDER,
  points: entries(isObject),
  order: optional(texts),
  lastLevel: optional(amount),
  manual: optional(isObject),
});
const DEVICE = having({
  ...HOLDER,
  interfaceName: text,
  reachable: flag,
  available: flag,
  updatedAt: optional(amount),
  channels: listOf(CHANNEL),
  calculated: listOf(tuple(amount, text, () => true, optional(amount))),
});

const HUB = {
  programs: optional(listOf(NAMED)),
  sysvars: optional(listOf(NAMED)),
  alarmMessages: optional(objects),
  serviceMessages: optional(objects),
  inbox: optional(objects),
  update: optional(isObject),
  installModes: optional(listOf(having({ interfaceName: text, active: flag, seconds: amount }))),
};

const SUCCESSIONS = entries(having({ identity: text, replaced: listOf(having({ address: text, at: amount })) }));

const WAITING = listOf(having({ address: text, model: text, interfaceName: text, since: amount }));

const PART = either(
  having({
    part: exactly('central'),
    information: isObject,
    idsOf: exactly('serial', 'awaited', 'name'),
    ...{ namesLoaded: flag, ready: flag, hubAway: flag, hubAbsent: flag, phase: text, loaded: amount, state: text },
    behaviour: BEHAVIOUR,
    flags: entries(FLAGS),
    groups: optional(entries(texts)),
    successions: SUCCESSIONS,
    waiting: WAITING,
    metrics: entries(amount),
    links: entries(listOf(LINK)),
    unignore: listOf(having({ text, updatedAt: amount, updatedBy: optional(text) })),
    interfaces: entries(having({ status: STATUS, reachable: flag, described: flag, loaded: flag, bulkLoaded: flag })),
  }),
  having({
    part: exactly('names'),
    names: entries(having({ name: text, iseId: optional(amount) })),
    rooms: entries(texts),
    functions: entries(texts),
    allRooms: texts,
    allFunctions: texts,
  }),
  having({
    part: exactly('hub'),
    ...HUB,
    programs: optional(entries(having({ facts: NAMED, announced: flag }))),
    sysvars: optional(entries(having({ facts: NAMED, seenAt: amount }))),
    installModes: entries(isObject),
  }),
  having({ part: exactly('descriptions'), descriptions: objects }),
  having({ part: exactly('devices'), devices: listOf(DEVICE) }),
);

const EVENT = either(
  having({ type: exactly('values_loaded'), interfaceName: text, at: amount, values: listOf(VALUE) }),
  having({ type: exactly('devices_removed'), interfaceName: text, at: amount, addresses: texts }),
  having({ type: exactly('link_state'), interfaceName: text, at: amount, status: STATUS }),
  having({ type: exactly('write_waiting'), interfaceName: text, channelAddress: text, parameter: text }),
  having({ type: exactly('write_rolled_back'), interfaceName: text, channelAddress: text, parameter: text }),
  having({ type: exactly('configuration_read'), interfaceName: text, at: amount, address: text, values: isObject }),
  having({
    type: exactly('names_loaded'),
    names: listOf(having({ address: text, name: text, iseId: optional(amount) })),
    rooms: listOf(GROUP),
    functions: listOf(GROUP),
  }),
);

const DEVICES = having({
  interfaceName: text,
  source: exactly('CACHE', 'NEW', 'REFRESH', 'MANUAL'),
  devices: objects,
  paramsets: listOf(tuple(text, KEY, amount)),
  descriptions: objects,
});

const CALLS: { readonly [Call in keyof StateCalls]: Shape } = {
  reset: tuple(),
  state: tuple(PART),
  value: tuple(text, text, text, anything),
  described: tuple(DEVICES),
  apply: tuple(EVENT),
  addCentral: tuple(having({ host: text, interfaces: listOf(having({ name: text })), serial: optional(text) })),
  removeCentral: tuple(),
  setBehaviour: tuple(BEHAVIOUR),
  setCentralInformation: tuple(isObject),
  settleIdentity: tuple(),
  setSuccessions: tuple(SUCCESSIONS),
  setGroups: tuple(entries(texts)),
  setWaiting: tuple(WAITING),
  setHubAbsent: tuple(flag),
  setHubAway: tuple(flag),
  setChannelFlags: tuple(having({ address: text, channel: amount }), FLAGS),
  applyHub: tuple(having({ at: amount, ...HUB })),
  programExecuted: tuple(text, having({ success: flag })),
  markPending: tuple(WRITE),
  endPending: tuple(WRITE),
  applyConfiguration: tuple(having({ address: text, values: isObject, at: amount })),
  takeLinks: tuple(having({ address: text, links: listOf(LINK), at: amount })),
  setVisibility: tuple(texts, having({ at: amount, by: optional(text) })),
  restoreValues: tuple(
    listOf(
      having({ interfaceName: text, channelAddress: text, parameter: text, value: valueOrUnknown, setAt: amount }),
    ),
  ),
  restoreChannelFlags: tuple(listOf(ADDRESSED)),
};

const isCall = (call: unknown): call is keyof StateCalls => typeof call === 'string' && Object.hasOwn(CALLS, call);

/** The fault of a record, as a text; undefined where it can be taken over. */
export function recordFault(record: unknown): string | undefined {
  if (!isObject(record)) return 'a record is an object';
  const { call, central, at, args } = record;
  if (!isCall(call)) return 'a record of an unknown kind';
  if (typeof central !== 'string' || central === '') return `${call} does not name its CCU`;
  if (!amount(at)) return `${call} of ${central} has no time`;
  return CALLS[call](args) ? undefined : `the arguments of ${call} of ${central} are none`;
}
