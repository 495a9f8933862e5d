import type { CcuEvent, WireValue } from '@ccu-gateway/ccu-client';
import type { HubPart } from './parts.js';

/**
 * Only programs press the keys of a CCU's own virtual remotes: a program thereby triggers a reading in a client that
 * would otherwise wait for the next poll.
 */
const VIRTUAL_REMOTE = /^(BidCoS-(RF|Wir)|HmIP-RCV-1)\b/i;
const KEY_PRESS = /^PRESS_/;
/** Parameters that raise or end service messages. */
const SERVICE = /^(STICKY_)?UNREACH$|^LOW_?BAT$|^(CONFIG|UPDATE)_PENDING$|^(STICKY_)?SABOTAGE$|^ERROR|^DUTY_CYCLE$/;

/** More than any installation has of them; an endless stream of invented ones must not exceed it. */
const MAX_REMEMBERED = 50_000;

const isDevice = (address: string): boolean => !address.includes(':');

/** Returns the parts that an event makes worth reading now. */
export function createTriggers(): (event: CcuEvent) => readonly HubPart[] {
  const values = new Map<string, WireValue>();

  /** Many devices repeat all of these with everything they say; only a difference can have raised or ended a message. */
  function isNews(key: string, value: WireValue): boolean {
    const before = values.get(key);
    if (values.size >= MAX_REMEMBERED) values.clear();
    values.set(key, value);
    return before === undefined ? value !== false && value !== 0 : before !== value;
  }

  return (event) => {
    switch (event.type) {
      case 'value': {
        const { channelAddress, parameter, value } = event;
        if (KEY_PRESS.test(parameter)) return VIRTUAL_REMOTE.test(channelAddress) ? ['sysvars', 'programs'] : [];
        return SERVICE.test(parameter) && isNews(`${channelAddress} ${parameter}`, value) ? ['messages'] : [];
      }
      case 'devices_described':
        return event.source === 'NEW' || event.added?.some(isDevice) === true ? ['inbox'] : [];
      case 'devices_removed':
        return ['inbox', 'messages'];
      default:
        return [];
    }
  };
}
