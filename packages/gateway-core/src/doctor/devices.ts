import type { InterfaceExamination } from '@ccu-gateway/ccu-client';
import type { DoctorFinding } from '@ccu-gateway/contract/types';
import type { CentralFacts } from '../ports/doctor.js';
import { leftOutWords } from '../use-case/left-out.js';
import { firstOf } from '../use-case/words.js';
import { type DoctorRule, ok, problem, warning } from './finding.js';

/** Percent from which low priorities wait, and from which nothing is sent. */
const DUTY_HIGH = 80;
const DUTY_FULL = 95;
const CARRIER_HIGH = 50;

/** Duty cycle, noise and presence of each radio module. */
export const radioRule: DoctorRule = ({ centrals }) =>
  centrals.flatMap((central) => central.examination.interfaces.flatMap((found) => radioFindings(central, found)));

function radioFindings(
  { name: central }: CentralFacts,
  { name, modules }: InterfaceExamination,
): readonly DoctorFinding[] {
  return modules.flatMap(({ address, connected, dutyCycle, carrierSense }) => {
    const about = { area: 'radio', central, interface: name } as const;
    const facts = {
      module: address,
      ...(dutyCycle === undefined ? {} : { duty_cycle: dutyCycle }),
      ...(carrierSense === undefined ? {} : { carrier_sense: carrierSense }),
    };
    return [
      ...(connected
        ? []
        : [
            problem({
              ...about,
              id: 'radio.module_gone',
              what: `the radio module ${address} of ${name} does not answer`,
              why: 'No device of it can be reached.',
              fix: { text: 'Check that the module is plugged in, or reachable in the network, and restart the CCU.' },
              facts,
            }),
          ]),
      ...dutyFindings(about, dutyCycle, facts),
      ...((carrierSense ?? 0) < CARRIER_HIGH
        ? []
        : [
            warning({
              ...about,
              id: 'radio.carrier_sense',
              what: `the air around ${name} is busy for ${carrierSense} % of the time`,
              why: 'Each message waits until the air is free, and some are lost.',
              fix: { text: 'Look for a transmitter at 868 MHz nearby, and move the module away from other radios.' },
              facts,
            }),
          ]),
    ];
  });
}

function dutyFindings(
  about: { readonly area: 'radio'; readonly central: string; readonly interface: string },
  dutyCycle: number | undefined,
  facts: DoctorFinding['facts'],
): readonly DoctorFinding[] {
  if (dutyCycle === undefined) return [];
  const what = `${about.interface} has used ${dutyCycle} % of its radio time`;
  const why = 'By law a module may send for 36 s an hour; then it is silent, and writes fail.';
  const text = 'Find the cause of the radio traffic on the page of the interfaces, and let it write less often.';
  if (dutyCycle >= DUTY_FULL)
    return [problem({ ...about, id: 'radio.duty_cycle_exhausted', what, why, fix: { text }, facts })];
  if (dutyCycle >= DUTY_HIGH) return [warning({ ...about, id: 'radio.duty_cycle', what, why, fix: { text }, facts })];
  return [ok({ ...about, id: 'radio.duty_cycle_low', what, facts })];
}

/** Devices that do not answer, are not described, or do not accept writes. */
export const devicesRule: DoctorRule = ({ centrals }) =>
  centrals.flatMap((central) => [
    ...central.examination.interfaces.flatMap((found) => unreachableDevices(central, found)),
    ...ofConnection(central),
  ]);

function unreachableDevices(
  { name: central }: CentralFacts,
  { name, unreachable }: InterfaceExamination,
): readonly DoctorFinding[] {
  if (unreachable.length === 0) return [];
  const first = firstOf(unreachable);
  return [
    warning({
      id: 'devices.unreachable',
      area: 'devices',
      central,
      interface: name,
      what: `${unreachable.length} of the devices of ${name} cannot be reached: ${first}`,
      why: 'Their values are old, and writes to them fail.',
      fix: { text: 'Check power, battery and distance of each.' },
      facts: { devices: unreachable.length, first },
    }),
  ];
}

function ofConnection({ name, connection }: CentralFacts): readonly DoctorFinding[] {
  if (connection === undefined) return [];
  const about = { area: 'devices', central: name } as const;
  const { refusedDescriptions: refused, leftOut, unread, writes, backupError } = connection;
  return [
    ...(refused.length === 0
      ? []
      : [
          warning({
            ...about,
            id: 'devices.descriptions_refused',
            what: `the CCU refuses ${refused.length} descriptions of devices: ${firstOf(refused)}`,
            why: 'Their channels are not shown.',
            fix: { text: 'Restart the CCU, or pair the device again; then read the device anew.' },
            facts: { descriptions: refused.length, first: firstOf(refused) },
          }),
        ]),
    ...(leftOut.length === 0
      ? []
      : [
          warning({
            ...about,
            id: 'devices.left_out',
            what: `the CCU sent data that the gateway does not know: ${leftOutWords(leftOut)}`,
            why: 'This data is shown nowhere, and no program gets it.',
            fix: { text: 'Read the devices anew; where it stays like this, report it with the names.' },
            facts: { things: leftOut.reduce((sum, { count }) => sum + count, 0), first: leftOutWords(leftOut) },
          }),
        ]),
    ...writeFindings(about, writes),
    ...(unread.length === 0
      ? []
      : [
          warning({
            ...about,
            id: 'hub.unread',
            what: `the CCU does not tell: ${unread.join(', ')}`,
            why: 'They are missing, or shown as they were.',
            fix: { text: 'The gateway tries again by itself; where it stays like this, restart the CCU.' },
            facts: { parts: unread.length, parts_unread: unread.join(', ') },
          }),
        ]),
    ...(backupError === undefined
      ? []
      : [
          problem({
            ...about,
            id: 'backup.failed',
            what: `the last backup of the CCU failed: ${backupError}`,
            why: 'A damaged CCU could only be restored to an older state.',
            fix: { text: 'Check the free space of the CCU, and begin another backup.' },
            facts: { message: backupError },
          }),
        ]),
  ];
}

function writeFindings(
  about: { readonly area: 'devices'; readonly central: string },
  { refused, unconfirmed, waiting }: NonNullable<CentralFacts['connection']>['writes'],
): readonly DoctorFinding[] {
  return [
    ...(refused === 0
      ? []
      : [
          problem({
            ...about,
            id: 'writes.refused',
            what: `${refused} writes of the last hour could not be sent to their devices`,
            why: 'Commands had no effect.',
            fix: { text: 'Check power, battery and distance of the devices; the log names them.' },
            facts: { writes: refused },
          }),
        ]),
    ...(unconfirmed === 0
      ? []
      : [
          problem({
            ...about,
            id: 'writes.unconfirmed',
            what: `${unconfirmed} writes of the last hour were taken by the CCU and never came true`,
            why: 'Commands had no effect, although no call failed.',
            fix: { text: 'The device may be out of reach or locked; switch it at the CCU and check its messages.' },
            facts: { writes: unconfirmed },
          }),
        ]),
    ...(waiting === 0
      ? []
      : [
          warning({
            ...about,
            id: 'writes.waiting',
            what: `${waiting} writes wait for their devices`,
            why: 'A device that sleeps takes them when it wakes.',
            fix: { text: 'Press a key of the device to wake it, or wait.' },
            facts: { writes: waiting },
          }),
        ]),
  ];
}
