import type { WireValue } from '../house/types.js';
import { int, text } from '../wire/typed-value.js';

export const SWITCH = 'JACK000001';

const parameter = (type: string, operations: number, more: Readonly<Record<string, WireValue>> = {}): WireValue => ({
  TYPE: type,
  OPERATIONS: operations,
  FLAGS: 1,
  ...more,
});

/** A switch with a name in Greek, and beside it the odd answers of such servers that a client must survive. */
export const DEVICES: readonly WireValue[] = [
  {
    ADDRESS: SWITCH,
    TYPE: 'HmIP-MIO16-PCB',
    PARENT: '',
    CHILDREN: [`${SWITCH}:0`, `${SWITCH}:1`],
    PARAMSETS: '',
    VERSION: '1',
    FIRMWARE: 2,
    FLAGS: 'x',
    LINK_SOURCE_ROLES: ['SWITCH', 'KEY'],
    UPDATABLE: '0',
  },
  { ADDRESS: `${SWITCH}:0`, TYPE: 'MAINTENANCE', PARENT: SWITCH, INDEX: '0', PARAMSETS: ['VALUES'], VERSION: 1 },
  { ADDRESS: `${SWITCH}:1`, TYPE: 'SWITCH_VIRTUAL_RECEIVER', PARENT: SWITCH, INDEX: 1, PARAMSETS: ['VALUES'] },
  { ADDRESS: '', TYPE: 'NOTHING' },
  'no device',
  { TYPE: 'WITHOUT_ADDRESS' },
];

export const DESCRIPTIONS: Readonly<Record<string, WireValue>> = {
  [`${SWITCH}:0`]: { UNREACH: parameter('BOOL', 5) },
  [`${SWITCH}:1`]: {
    STATE: parameter('BOOL', 7),
    LABEL: parameter('STRING', 7),
  },
};

/** Name of the switch at the Homegear. */
export const NAME = 'Λάμπα im Keller';

/** Of a key that is paired with another server. */
export const LINK = {
  SENDER: text('JACK000002:1'),
  RECEIVER: text(`${SWITCH}:1`),
  NAME: text('Taster'),
  DESCRIPTION: text(''),
  FLAGS: int(0),
};
