import type { TeamCandidate } from '@ccu-gateway/contract/types';
import type { ChannelScope } from '@ccu-gateway/device-model';
import type { House } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { invalid } from '../../use-case/errors.js';
import { recordChange } from '../../use-case/record.js';
import { found, houseRefusal } from '../../use-case/refusal.js';
import { reading, useCase } from '../../use-case/use-case.js';
import type { DeviceAdministering } from './device-admin.js';
import { placeOf } from './paramsets.js';

/**
 * The teams of smoke detectors that a channel can be in, each with its members. Role `viewer`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `unsupported` for a channel that can be in none
 * @example
 * const teams = core.as(caller).teams.candidates({ address: 'QEQ0000001', channel: 1 });
 */
export function listTeamCandidates({ house }: { readonly house: House }, at: ChannelScope): readonly TeamCandidate[] {
  const teams = house.teamCandidates(at);
  if (!teams.ok) throw houseRefusal(teams);
  return teams.value;
}

/**
 * Puts a channel into a team, or out of every team where `team` is empty. Resolves when the CCU has taken it; the detectors
 * follow over the air. Role `operator`; audited as `device_team`.
 *
 * @throws GatewayError as `listTeamCandidates`; `validation` for a team that the channel cannot be in,
 * `upstream_unavailable`, `service_unready`
 * @example
 * await core.as(caller).teams.set({ address: 'QEQ0000001', channel: 1 }, '*QEQ0000002:1');
 */
export const setTeam = useCase(
  'operator',
  async (ports: DeviceAdministering, caller: Caller, at: ChannelScope, team: string): Promise<void> => {
    const teams = listTeamCandidates(ports, at).map(({ address }) => address);
    if (team !== '' && !teams.includes(team)) {
      throw invalid([{ field: 'team', reason: `must be empty or one of ${teams.join(', ') || 'no teams'}` }]);
    }
    const scope = at.central === undefined ? {} : { central: at.central };
    const { address } = found(ports.house.channel(at));
    const place = placeOf(ports.house, { ...scope, address });
    await ports.deviceControl.setTeam(place, team);
    recordChange(ports, caller, {
      ...{ action: 'device_team', central: place.central, deviceAddress: at.address, channelNo: at.channel },
      note: team === '' ? 'alone' : team,
    });
  },
);

/** Use cases of the family `teams`, by their names for a caller of the core. */
export const teamUseCases = {
  candidates: reading('viewer', listTeamCandidates),
  set: setTeam,
} as const;
