import { z } from 'zod';
import { pageOf } from '../answers/page.js';
import { oneDevice } from '../house/find.js';
import { ofCentral, ofDevice, ofPage, scopeOf, text } from './inputs.js';
import { type Reason, readTool, writeTool } from './tool.js';

const GUARDED: readonly (Reason | undefined)[] = ['unlock', 'open', 'access', 'alarm'];

const ends = {
  ...ofCentral,
  sender: text('Channel address of the key or sensor, such as `00F1C0DE000012:1`.'),
  receiver: text('Channel address of the actor.'),
};

const settings = z
  .record(z.string().max(64), z.number())
  .optional()
  .describe('Values for settings of the profile; those left out have their defaults.');

const choice = { ...ends, profile_id: z.int().min(0).max(1_000).describe('Id from `list_link_profiles`.'), settings };

const listLinks = readTool({
  name: 'list_links',
  title: 'List direct links',
  description: 'Direct links of a device with other devices, which work without the CCU, each with its profile.',
  uses: ['devices.list', 'customDataPoints.list', 'links.withProfiles'],
  input: { ...ofDevice, ...ofPage },
  run: async (cases, { page, ...input }) => {
    const { address, central, name } = oneDevice(cases, input);
    const { items, ...rest } = pageOf(await cases['links.withProfiles'](address, { central }), page);
    return { device: { address, name, central }, links: items, ...rest };
  },
});

const listLinkable = readTool({
  name: 'list_linkable_channels',
  title: 'List channels for a link',
  description: 'Channels that a channel of a device can be linked with.',
  uses: ['devices.list', 'customDataPoints.list', 'links.linkable'],
  input: {
    ...ofDevice,
    channel: z.int().min(0).max(9_999),
    role: z.enum(['sender', 'receiver']).describe('Role of this channel in the link.'),
    ...ofPage,
  },
  run: (cases, { channel, role, page, ...input }) => {
    const { address, central } = oneDevice(cases, input);
    const { items, ...rest } = pageOf(cases['links.linkable']({ address, central, channel }, role), page);
    return { channels: items, ...rest };
  },
});

const listProfiles = readTool({
  name: 'list_link_profiles',
  title: 'List the profiles of a link',
  description:
    'Possible effects of a link of two channels: profiles in words with their settings, and the present one.',
  uses: ['links.profiles'],
  input: ends,
  run: async (cases, { sender, receiver, central }) => ({
    ...(await cases['links.profiles']({ ...scopeOf({ central }), sender, receiver })),
  }),
});

const previewProfile = readTool({
  name: 'preview_link_profile',
  title: 'Try a link profile without a change',
  description: 'The effect of a profile in words, and the parameters that it would change.',
  uses: ['links.previewProfile'],
  input: choice,
  run: async (cases, { profile_id: profileId, settings: values, central, ...at }) => ({
    ...(await cases['links.previewProfile']({ ...scopeOf({ central }), ...at, profileId, settings: values })),
  }),
});

const linkChannels = writeTool({
  name: 'link_channels',
  title: 'Link two channels with a profile',
  description:
    'Makes a direct link with a profile, or gives an existing link this profile. A new link needs a confirmation.',
  level: 'everything',
  uses: ['links.profiles', 'links.previewProfile', 'links.addWithProfile', 'links.applyProfile'],
  input: choice,
  plan: async (cases, { profile_id: profileId, settings: values, central, ...at }) => {
    const preview = await cases['links.previewProfile']({
      ...scopeOf({ central }),
      ...at,
      profileId,
      settings: values,
    });
    const { exists } = await cases['links.profiles']({ ...scopeOf({ central }), ...at });
    return {
      will: { ...at, exists, ...preview },
      isGuarded: GUARDED.includes(preview.confirm),
      confirm: preview.confirm ?? (exists ? undefined : 'program'),
    };
  },
  run: async (cases, { profile_id: profileId, settings: values, central, confirm, sender, receiver }) => {
    const at = { ...scopeOf({ central }), sender, receiver };
    const { exists } = await cases['links.profiles'](at);
    const chosen = { ...at, profileId, settings: values, confirm };
    if (exists) return { status: 'accepted', ...(await cases['links.applyProfile'](chosen)) };
    await cases['links.addWithProfile'](chosen);
    return { status: 'accepted', linked: { sender, receiver }, profile_id: profileId };
  },
});

const removeLink = writeTool({
  name: 'remove_link',
  title: 'Remove a direct link',
  description: 'Removes the direct link of two channels: the key no longer switches the actor without the CCU.',
  level: 'everything',
  uses: ['links.remove'],
  input: ends,
  plan: (_cases, { sender, receiver }) => ({ will: { remove: { sender, receiver } }, confirm: 'program' }),
  run: async (cases, { sender, receiver, central }) => {
    await cases['links.remove']({ ...scopeOf({ central }), sender, receiver });
    return { status: 'accepted', removed: { sender, receiver } };
  },
});

/** Tools about direct links. */
export const linkTools = [listLinks, listLinkable, listProfiles, previewProfile, linkChannels, removeLink];
