import type { ScheduleListItem } from '@ccu-gateway/contract/types';
import { centralsIn } from '../model/locate.js';
import type { HouseRecords } from '../model/state.js';
import type { Schedules } from '../requests/families.js';
import { ok } from '../requests/result.js';
import { deviceName } from '../view/name.js';
import { planCopy, planProfileCopy } from './copy.js';
import { describeSchedule, planActiveProfile, planSchedule } from './schedule.js';
import { locateSchedule, refOf, type ScheduleSource, sourcesOf } from './source.js';
import { describeWeekProfile, planChannelLock } from './week-profile.js';

export function createSchedules(house: HouseRecords): Schedules {
  return {
    list: (scope) =>
      centralsIn(house, scope?.central).flatMap((central) =>
        [...central.devices.values()].flatMap((device) => sourcesOf(device).map(describeItem)),
      ),
    locate(at) {
      const source = locateSchedule(house, at);
      if (!source.ok) return source;
      const { device, holder, kind } = source.value;
      return ok({
        central: device.central.name,
        interfaceName: device.iface.name,
        address: holder.address,
        paramsetKey: 'MASTER',
        channel: refOf(source.value),
        kind,
      });
    },
    describe(at, values) {
      const source = locateSchedule(house, at);
      return source.ok ? ok(describeSchedule(source.value, values)) : source;
    },
    plan(at, current, wanted) {
      const source = locateSchedule(house, at);
      return source.ok ? planSchedule(house, source.value, current, wanted) : source;
    },
    planActiveProfile(at, profile) {
      const source = locateSchedule(house, at);
      return source.ok ? planActiveProfile(house, source.value, profile) : source;
    },
    planCopy(from, to) {
      const source = locateSchedule(house, from.at);
      if (!source.ok) return source;
      const target = locateSchedule(house, to.at);
      if (!target.ok) return target;
      return planCopy(
        house,
        { source: source.value, values: from.values },
        { source: target.value, values: to.values },
      );
    },
    planProfileCopy(from, to) {
      const source = locateSchedule(house, from.at);
      if (!source.ok) return source;
      const target = locateSchedule(house, to.at);
      if (!target.ok) return target;
      return planProfileCopy(
        house,
        { source: source.value, values: from.values, profile: from.profile },
        { source: target.value, values: to.values, profile: to.profile },
      );
    },
    weekProfile(at, values = {}) {
      const source = locateSchedule(house, at);
      if (!source.ok) return source;
      return ok(describeWeekProfile(source.value, { ...Object.fromEntries(source.value.holder.master), ...values }));
    },
    planChannelLock(at, key, enabled) {
      const source = locateSchedule(house, at);
      return source.ok ? planChannelLock(source.value, key, enabled) : source;
    },
  };
}

function describeItem(source: ScheduleSource): ScheduleListItem {
  const { device } = source;
  return {
    central: device.central.name,
    address: device.address,
    name: deviceName(device),
    model: device.description.TYPE,
    channel: refOf(source),
    kind: source.kind === 'climate' ? 'climate' : 'week_profile',
  };
}
