import type { CcuEvent } from '@ccu-gateway/ccu-client';
import type { HubPart } from './parts.js';

/**
 * Keys of a CCU's own virtual remotes are pressed by its programs only: that is how a program says "look now" to
 * somebody who would otherwise find out at the next poll.
 */
const VIRTUAL_REMOTE = /^(BidCoS-(RF|Wir)|HmIP-RCV-1)\b/i;
const KEY_PRESS = /^PRESS_/;
/** Parameters of channel 0 that raise or end service messages. */
const SERVICE = /^(STICKY_)?UNREACH$|^LOW_?BAT$|^(CONFIG|UPDATE)_PENDING$|^(STICKY_)?SABOTAGE$|^ERROR|^DUTY_CYCLE$/;

/** The parts that an event makes worth reading now. */
export function partsTouchedBy(event: CcuEvent): readonly HubPart[] {
  switch (event.type) {
    case 'value':
      if (KEY_PRESS.test(event.parameter) && VIRTUAL_REMOTE.test(event.channelAddress)) {
        return ['variables', 'programs'];
      }
      return event.channelAddress.endsWith(':0') && SERVICE.test(event.parameter) ? ['messages'] : [];
    case 'devices_described':
      return event.source === 'NEW' ? ['inbox'] : [];
    case 'devices_removed':
      return ['inbox', 'messages'];
    default:
      return [];
  }
}
