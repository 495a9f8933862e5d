import { z } from 'zod';

const groupMember = z
  .object({
    address: z.string().describe('Of a device, or of one of its channels.'),
    type_id: z.string().optional(),
    device_name: z.string().optional(),
    device_model: z.string().optional(),
    channel_name: z.string().optional(),
    rooms: z.array(z.string()).optional(),
    available: z.boolean().optional().describe('Absent where the gateway does not know the device.'),
  })
  .meta({ id: 'GroupMemberEntry' });

/** A heating group of a CCU. */
export const heatingGroup = z
  .object({
    id: z.int(),
    name: z.string(),
    group_device_name: z.string().optional(),
    device_address: z.string().describe('Address of the virtual device that stands for the group.'),
    forbid_single_operation: z.boolean().describe('True when its members are operated through the group only.'),
    type_id: z.string(),
    type_label: z.string().optional(),
    members: z.array(groupMember),
  })
  .meta({ id: 'GroupEntry' });

/** The heating groups of one CCU. */
export const heatingGroupsOfCentral = z
  .object({ central: z.string(), groups: z.array(heatingGroup) })
  .meta({ id: 'GroupCentralEntry' });

/** A kind of heating group. */
export const heatingGroupType = z
  .object({ id: z.string(), label_key: z.string().optional() })
  .meta({ id: 'GroupTypeEntry' });

const suitableMember = z
  .object({
    address: z.string(),
    serial: z.string().optional(),
    type: z.string().optional(),
    device_address: z.string().optional(),
    device_name: z.string().optional(),
    device_model: z.string().optional(),
    rooms: z.array(z.string()).optional(),
    functions: z.array(z.string()).optional(),
    config_pending: z.boolean().optional().describe('True while the device has not taken its configuration yet.'),
  })
  .meta({ id: 'SuitableMemberEntry' });

/** Devices for a kind of heating group. */
export const suitableMembers = z
  .object({
    assignable: z.array(suitableMember),
    leftover: z.array(suitableMember).describe('They fit, but are in another group.'),
  })
  .meta({ id: 'SuitableMembersResponse' });

const name = z.string().trim().min(1).max(128);
const members = z.array(z.string().min(1).max(64)).max(200);

/** A new heating group. */
export const createHeatingGroup = z
  .strictObject({
    type_id: z.string().min(1).max(128),
    name,
    forbid_single_operation: z.boolean().default(false),
    members: members.default([]),
  })
  .meta({ id: 'CreateGroupRequest' });

/** A changed heating group; members left out stay. */
export const updateHeatingGroup = z
  .strictObject({ name, forbid_single_operation: z.boolean().optional(), members: members.optional() })
  .meta({ id: 'UpdateGroupRequest' });
