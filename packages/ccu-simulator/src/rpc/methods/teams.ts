import type { DeviceDescription } from '../../house/types.js';
import { failure } from '../../wire/fault.js';
import { list, NOTHING } from '../../wire/typed-value.js';
import { describedAt, type Handlers, type InterfaceContext, optionalText, textAt } from './context.js';
import { deviceDescription } from './descriptions.js';

/** Teams of smoke detectors: pseudo devices with addresses that begin with an asterisk. */
export function teamMethods(context: InterfaceContext): Handlers {
  const { state, interfaceName } = context;

  const channelsOf = (address: string): readonly string[] => state.registry.description(address)?.TEAM_CHANNELS ?? [];

  function leave(member: DeviceDescription): void {
    const { ADDRESS: address, TEAM: before = '' } = member;
    if (before === '') return;
    const rest = channelsOf(before).filter((each) => each !== address);
    state.registry.changeDescription(before, { TEAM_CHANNELS: rest });
  }

  return {
    listTeams: () =>
      list(
        state.registry
          .all(interfaceName)
          .filter(({ description }) => description.ADDRESS.startsWith('*'))
          .flatMap((device) => [device.description, ...device.channels.map(({ description }) => description)])
          .map(deviceDescription),
      ),
    setTeam: (params) => {
      const member = describedAt(context, textAt(params, 0));
      const wanted = optionalText(params, 1);
      if (!member.TEAM_TAG) throw failure('Channel cannot be in a team');
      if (wanted !== '' && describedAt(context, wanted).TEAM_TAG !== member.TEAM_TAG) throw failure('Team tags differ');
      leave(member);
      state.registry.changeDescription(member.ADDRESS, { TEAM: wanted });
      if (wanted !== '')
        state.registry.changeDescription(wanted, { TEAM_CHANNELS: [...channelsOf(wanted), member.ADDRESS] });
      for (const address of [member.ADDRESS, wanted].filter(Boolean))
        state.announce({ type: 'device_changed', interfaceName, address: address.split(':', 1)[0]!, hint: 0 });
      return NOTHING;
    },
  };
}
