import { describeInterface } from '../announce/central.js';
import { describePrograms, describeSysvars } from '../hub/view.js';
import { type TextForm, textOf, withoutComma } from '../model/kept-texts.js';
import { centralsIn, locateChannel, locateDevice, locatePoint } from '../model/locate.js';
import { isStandIn } from '../model/stand-in.js';
import type { CentralRecord, Channel, Device, HouseRecords } from '../model/state.js';
import { timestamp } from '../model/time.js';
import { notReadIn } from '../model/unread.js';
import type { DeviceListScope, Locale } from '../requests/requests.js';
import { ok } from '../requests/result.js';
import type { HouseTexts, SnapshotTextOptions } from '../requests/texts.js';
import { describeChannel } from '../view/channel.js';
import { channelsOf, describeDetail, describeDevice } from '../view/device.js';
import { pointTexts } from '../view/point-text.js';
import { pageOfDevices } from './page.js';
import { countEntries } from './rooms.js';
import { askedOf } from './scope.js';
import { devicesIn } from './snapshot.js';

type DeviceForm = 'summary' | 'detail' | 'channels';

const FORMS: Readonly<Record<DeviceForm, Readonly<Record<Locale, TextForm>>>> = {
  summary: { de: 'summary de', en: 'summary en' },
  detail: { de: 'detail de', en: 'detail en' },
  channels: { de: 'channels de', en: 'channels en' },
};

const MAKE: Readonly<Record<DeviceForm, (device: Device, locale: Locale) => unknown>> = {
  summary: describeDevice,
  detail: describeDetail,
  channels: (device, locale) => channelsOf(device).map((channel) => describeChannel(channel, locale)),
};

function deviceText(house: HouseRecords, device: Device, form: DeviceForm, locale: Locale): Uint8Array {
  const kept = isStandIn(device) ? house.standInTexts : house.texts;
  return kept.text(device, FORMS[form][locale], () => MAKE[form](device, locale));
}

export function createTexts(house: HouseRecords): HouseTexts {
  const { localeOf, viewOf, inChannel } = askedOf(house);
  const inDevice = (form: DeviceForm): HouseTexts['device'] => {
    return (address, scope) => {
      const device = locateDevice(house, address, scope);
      return device.ok ? ok(withoutComma(deviceText(house, device.value, form, localeOf(scope)))) : device;
    };
  };
  return {
    device: inDevice('detail'),
    channels: inDevice('channels'),
    devices: (scope = {}) => [...listPieces(house, scope, localeOf(scope))],
    hasDevices: (scope = {}) => house.lists.has(listName(scope, localeOf(scope))),
    dataPoint(at) {
      const channel = locateChannel(house, at.address, at.channel, at);
      if (!channel.ok) return channel;
      const point = locatePoint(channel.value, at.parameter);
      return point.ok ? ok(pointTexts(viewOf(at))(point.value)) : point;
    },
    dataPoints: (at) => inChannel(at, ({ points }) => `[${[...points.values()].map(pointTexts(viewOf(at))).join()}]`),
    snapshot: (options) => snapshotTexts(house, options),
  };
}

/** Unlike that of any other list: the name of a CCU, which may have any characters, stands last. */
function listName({ central, offset = 0, limit }: DeviceListScope, locale: Locale): string {
  const page = `${locale} ${offset} ${limit}`;
  return central === undefined ? page : `${page} ${central}`;
}

/** The list of the summaries of a page of devices. */
function listPieces(house: HouseRecords, scope: DeviceListScope, locale: Locale): Iterable<Uint8Array> {
  const summary = (device: Device) => deviceText(house, device, 'summary', locale);
  return house.lists.pieces(listName(scope, locale), () => listed(pageOfDevices(house, scope), summary));
}

const OPEN = Buffer.from('[');
const CLOSE = Buffer.from(']');

/** Devices of one piece. */
const BATCH = 100;

/** The texts of devices as a list, in pieces of many: a piece for each would cost more than its text. */
function* listed(
  devices: readonly Device[],
  textOfOne: (device: Device) => Uint8Array,
): Generator<Uint8Array, void, void> {
  yield OPEN;
  for (let from = 0; from < devices.length; from += BATCH) {
    const texts = Buffer.concat(devices.slice(from, from + BATCH).map(textOfOne));
    yield from + BATCH < devices.length ? texts : withoutComma(texts);
  }
  yield CLOSE;
}

function* snapshotTexts(house: HouseRecords, options: SnapshotTextOptions): Generator<string | Uint8Array, void, void> {
  const locale = options.locale ?? house.locale;
  const centrals = centralsIn(house, options.central);
  const { seq, epoch } = options;
  const meta = { generated_at: timestamp(house.now()), seq, epoch, not_read: notReadIn(centrals) };
  yield JSON.stringify(meta).slice(0, -1);
  const devices = () => centrals.flatMap((central) => devicesIn(central, options));
  if ((options.include ?? []).length > 0) yield* channelTexts(house, devices(), options);
  yield ',"devices":';
  yield* options.devices === undefined
    ? listPieces(house, { central: options.central }, locale)
    : listed(devices(), (device) => deviceText(house, device, 'summary', locale));
  const owner = options.central === undefined ? house : centrals[0];
  const rest = () => restOf(house, centrals, locale);
  const text = owner === undefined ? textOf(rest()) : house.texts.text(owner, `rest ${locale}`, rest);
  yield ',';
  // The object continues with these members and ends with their brace.
  yield withoutComma(text).subarray(1);
}

/** Everything that is not below a device. No value of a device changes it. */
function restOf(house: HouseRecords, centrals: readonly CentralRecord[], locale: Locale): unknown {
  return {
    programs: centrals.flatMap((each) => describePrograms(each)),
    sysvars: centrals.flatMap((each) => describeSysvars(each, locale)),
    rooms: countEntries(house, 'rooms', locale),
    functions: countEntries(house, 'functions', locale),
    interfaces: centrals.flatMap((each) =>
      [...each.interfaces.values()].map((iface) => describeInterface(each, iface)),
    ),
  };
}

/** The member of the snapshot with all channels, and with their data points where they are asked for. */
function* channelTexts(
  house: HouseRecords,
  devices: readonly Device[],
  { include = [], locale = house.locale, omit }: SnapshotTextOptions,
): Generator<string | Uint8Array, void, void> {
  const withPoints = include.includes('data_points');
  const pointText = pointTexts({ locale, now: house.now(), faces: house.faces, omit });
  const textWithPoints = (channel: Channel) => {
    const points = [...channel.points.values()].map(pointText).join();
    return `${JSON.stringify(describeChannel(channel, locale)).slice(0, -1)},"data_points":[${points}]}`;
  };
  let before = ',"device_channels":[';
  for (const device of devices) {
    const place = { device_address: device.address, central: device.central.name };
    yield `${before}${JSON.stringify(place).slice(0, -1)},"channels":`;
    before = '},';
    if (withPoints) yield* pointsOf(channelsOf(device), textWithPoints);
    else yield withoutComma(deviceText(house, device, 'channels', locale));
  }
  yield devices.length === 0 ? `${before}]` : '}]';
}

/** A piece for each channel: a device may have thousands of data points. */
function* pointsOf(
  channels: readonly Channel[],
  textWithPoints: (channel: Channel) => string,
): Generator<string, void, void> {
  let before = '[';
  for (const channel of channels) {
    yield `${before}${textWithPoints(channel)}`;
    before = ',';
  }
  yield channels.length === 0 ? '[]' : ']';
}
