import { type DeviceBlueprint, place } from './blueprint.js';
import { maintenance } from './channels-bidcos.js';
import type { DefinedDevice, DeviceDescription } from './types.js';

const TAG = 'smoke_detector';
const STATE = 'STATE BOOL re CONTROL=DANGER.STATE';

const detector: DeviceBlueprint = {
  interfaceName: 'BidCos-RF',
  type: 'HM-Sec-SD-2',
  version: 5,
  rxMode: 12,
  master: 'DEV_RPT_CNT_MAX INTEGER rw 0 1 1',
  channels: [
    maintenance({ battery: true }),
    {
      type: 'SMOKE_DETECTOR',
      values: `
        ${STATE}
        LOWBAT BOOL re
        ERROR_ALARM_TEST ENUM res NO_ERROR|ALARM_TEST_FAILED
        ERROR_SMOKE_CHAMBER ENUM res NO_ERROR|DEGRADED_SMOKE_CHAMBER
        INSTALL_TEST ACTION ei`,
      sourceRoles: 'SMOKE_DETECTOR_TEAM_V2',
      targetRoles: 'SMOKE_DETECTOR_TEAM_V2',
    },
  ],
};

const team: DeviceBlueprint = {
  interfaceName: 'BidCos-RF',
  type: 'HM-Sec-SD-2-Team',
  version: 1,
  flags: 9,
  channels: [
    { type: 'MAINTENANCE', flags: 3 },
    { type: 'SMOKE_DETECTOR_TEAM_V2', values: `${STATE}\nSENDERADDRESS STRING re` },
  ],
};

/** One detector of a team. */
export interface TeamMember {
  /** Serial number. */
  readonly serial: string;
  readonly name: string;
}

/**
 * Smoke detectors of BidCos and the team that they are, as rfd keeps it: a device without hardware, called after the serial of
 * the first member. The members come first.
 *
 * @example
 * const house = inventedHouse();
 * const devices = [...house.devices, ...smokeDetectorTeam([{ serial: 'QEQ0000001', name: 'Flur' }])];
 */
export function smokeDetectorTeam(
  members: readonly TeamMember[],
  name = 'Rauchmeldergruppe',
): readonly DefinedDevice[] {
  const address = `*${members[0]?.serial ?? ''}`;
  const channel = `${address}:1`;
  return [
    ...members.map((each) =>
      withFacts(place(detector, { address: each.serial, name: each.name }), { TEAM: channel, TEAM_TAG: TAG }),
    ),
    withFacts(place(team, { address, name }), {
      TEAM_TAG: TAG,
      TEAM_CHANNELS: members.map(({ serial }) => `${serial}:1`),
    }),
  ];
}

function withFacts(device: DefinedDevice, facts: Partial<DeviceDescription>): DefinedDevice {
  return {
    ...device,
    channels: device.channels.map((channel) => (channel.INDEX === 1 ? { ...channel, ...facts } : channel)),
  };
}
