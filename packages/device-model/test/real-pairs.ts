import type { LinkPair } from '../src/link/profiles/profiles.js';
import { senderKinds } from '../src/link/profiles/recipe/senders.js';
import { roleTokens } from '../src/view/channel.js';
import { realHouse, realTypes } from './real-devices.js';

export interface RealPair extends LinkPair {
  readonly name: string;
  /** Pairs of channels that look alike. */
  readonly count: number;
}

/** Pairs of channels that the roles allow, one for each sender type, receiver type and description. */
export function realPairs(): readonly RealPair[] {
  const house = realHouse();
  const channels = realTypes().flatMap(({ model, interfaceName, devices, paramsets }) =>
    devices
      .filter(({ ADDRESS, PARAMSETS }) => ADDRESS.includes(':') && PARAMSETS?.includes('LINK'))
      .map((each) => ({ ...each, model, interfaceName, link: paramsets[each.ADDRESS]?.LINK ?? {} })),
  );
  const pairs = new Map<string, RealPair>();
  for (const receiver of channels.filter(({ DIRECTION }) => DIRECTION === 2)) {
    const described = house.describeParamset({ address: receiver.ADDRESS, key: 'LINK', description: receiver.link });
    const parameters = described.ok ? described.value : [];
    const text = JSON.stringify(parameters);
    const targets = roleTokens(receiver.LINK_TARGET_ROLES);
    for (const sender of channels.filter(({ DIRECTION }) => DIRECTION === 1)) {
      if (sender.interfaceName !== receiver.interfaceName) continue;
      const roles = roleTokens(sender.LINK_SOURCE_ROLES).filter((role) => targets.includes(role));
      if (roles.length === 0) continue;
      const name = [sender.interfaceName, sender.TYPE, receiver.TYPE, receiver.model, ...roles].join(' ');
      const key = `${name} ${text}`;
      const count = (pairs.get(key)?.count ?? 0) + 1;
      pairs.set(key, { senderType: sender.TYPE, receiverType: receiver.TYPE, roles, parameters, name, count });
    }
  }
  return [...pairs.values()];
}

/** Pairs whose profiles differ. */
export function distinct(pairs: readonly RealPair[]): readonly RealPair[] {
  const keyOf = ({ senderType, roles, receiverType, parameters }: RealPair) =>
    JSON.stringify([[...senderKinds(senderType, roles)].sort(), receiverType, parameters]);
  return [...new Map(pairs.map((pair) => [keyOf(pair), pair])).values()];
}
