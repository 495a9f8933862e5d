import type { CallAnswer } from '@ccu-gateway/client';
import type { Say } from '../../i18n/texts.js';
import type { heatingGroupsTexts } from './texts.js';

export type HeatingGroup = CallAnswer<'listGroups'>['entries'][number]['groups'][number];
export type GroupMember = HeatingGroup['members'][number];
type Suitable = CallAnswer<'listSuitableGroupMembers'>;

/** A device to choose for a group. */
export interface MemberChoice {
  /** As the CCU names the member. */
  readonly address: string;
  readonly title: string;
  /** Model and rooms. */
  readonly detail: string;
  readonly isMember: boolean;
  /** It is in another group, which must give it up first. */
  readonly isTaken: boolean;
}

/** A change waits until the CCU has informed all members. */
export const LONG_WORK = { timeoutMs: 180_000 } as const;

export const deviceOf = (address: string): string => address.split(':', 1)[0] ?? address;

/** Words of a kind of group; the CCU has a key of its own translations for it. */
export function kindText(key: string | undefined, id: string, say: Say<typeof heatingGroupsTexts>): string {
  if (key === 'Heating_Control' || key === 'Hmip_Heating_Control') return say(key);
  return key?.replaceAll('_', ' ') ?? id;
}

/** The devices to choose from: present members, then free ones, then those of other groups, each part by name. */
export function memberChoices(
  group: Pick<HeatingGroup, 'members'> | undefined,
  { assignable, leftover }: Suitable,
  compare: (a: string, b: string) => number,
): readonly MemberChoice[] {
  const present = group?.members ?? [];
  const own = new Set(present.map(({ address }) => address));
  const others = (part: Suitable['assignable']) => part.filter(({ address }) => !own.has(address));
  const sorted = (part: readonly (GroupMember | Suitable['assignable'][number])[], isTaken: boolean) =>
    part
      .map(({ address, device_name, device_model, rooms = [] }) => ({
        address,
        title: device_name ?? address,
        detail: [device_model, ...rooms].filter((each) => each !== undefined).join(' · '),
        isMember: own.has(address),
        isTaken,
      }))
      .sort((a, b) => compare(a.title, b.title));
  return [...sorted(present, false), ...sorted(others(assignable), false), ...sorted(others(leftover), true)];
}
