import { centralsIn, locateChannel } from '../model/locate.js';
import type { CentralRecord, Channel, HouseRecords } from '../model/state.js';
import type { ChannelScope, Locale, Scope } from '../requests/requests.js';
import { type Found, ok } from '../requests/result.js';
import type { PointView } from '../view/data-point.js';

/** Finds the subject of a request, and the form of its answer. */
export interface Asked {
  localeOf(scope?: Scope): Locale;
  viewOf(scope?: Scope): PointView;
  perCentral<T>(scope: Scope | undefined, view: (central: CentralRecord) => readonly T[]): readonly T[];
  inChannel<T>(at: ChannelScope, view: (channel: Channel) => T): Found<T>;
}

export function askedOf(house: HouseRecords): Asked {
  const localeOf = (scope?: Scope) => scope?.locale ?? house.locale;
  return {
    localeOf,
    viewOf: (scope) => ({ locale: localeOf(scope), now: house.now(), faces: house.faces }),
    perCentral: (scope, view) => centralsIn(house, scope?.central).flatMap(view),
    inChannel(at, view) {
      const channel = locateChannel(house, at.address, at.channel, at);
      return channel.ok ? ok(view(channel.value)) : channel;
    },
  };
}
