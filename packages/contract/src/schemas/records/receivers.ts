import { z } from 'zod';
import { wordOf } from '../common.js';

const dbm = z.int().nullable();
const receiver = z.string().describe('Address of a radio gateway.');

const proposal = z.object({
  receiver,
  reason: wordOf(['stronger', 'receiver_gone']).describe(
    '`stronger`: it receives the device clearly better. `receiver_gone`: the current gateway is not connected.',
  ),
  gain_db: z.int().optional().describe('Gain of the weaker direction. Absent where the current gateway is gone.'),
});

/** Radio gateways of a CCU and the signals between them and its devices. */
export const rssiMatrix = z
  .object({
    central: z.string(),
    interface_id: z.string(),
    receivers: z.array(
      z.object({
        address: z.string(),
        description: z.string(),
        type: z.string(),
        connected: z.boolean(),
        default: z.boolean().describe('True for the module of the CCU itself.'),
        duty_cycle: z.number().optional().describe('Percent of its sending time.'),
      }),
    ),
    devices: z.array(
      z.object({
        address: z.string(),
        name: z.string(),
        receiver: receiver.describe('Address of the current radio gateway.'),
        roaming: z.boolean().describe('True where the CCU changes the gateway by itself.'),
        signals: z
          .array(
            z.object({
              receiver,
              rssi_device: dbm.describe('dBm, as the device hears the gateway; null where unknown.'),
              rssi_peer: dbm.describe('dBm, as the gateway hears the device; null where unknown.'),
            }),
          )
          .describe('One for each of `receivers`, in their order.'),
        proposal: proposal.optional().describe('A clearly better gateway. Absent for none, and while it roams.'),
      }),
    ),
  })
  .meta({ id: 'RssiMatrix' });

/** Devices with a clearly better radio gateway. */
export const receiverProposals = z
  .object({
    central: z.string(),
    proposals: z.array(proposal.extend({ address: z.string(), name: z.string(), current: receiver })),
  })
  .meta({ id: 'ReceiverProposals' });

/** The radio gateway of a device from now on. */
export const receiverRequest = z
  .strictObject({
    receiver: z.string().min(1).max(64).describe('Address of a connected radio gateway of its CCU.'),
    roaming: z
      .boolean()
      .optional()
      .describe('True: the CCU changes the gateway by itself from then on. Left out: as before.'),
  })
  .meta({ id: 'ReceiverRequest' });

/** The radio gateway of a device, as its CCU describes the device after the change. */
export const receiverOfDevice = z
  .object({ central: z.string(), address: z.string(), receiver, roaming: z.boolean() })
  .meta({ id: 'ReceiverOfDevice' });
