import type { DoctorFinding } from '@ccu-gateway/contract/types';
import type { CentralFacts } from '../ports/doctor.js';
import { type DoctorRule, ok, problem, warning } from './finding.js';
import { talksNonsense } from './reachability.js';

/** True when the CCU can answer at all; otherwise another finding reports it. */
const answers = (central: CentralFacts) =>
  central.examination.addresses.length > 0 && central.examination.web === 'ok' && !talksNonsense(central);

/** Checks that each CCU accepts user name and password, and the rights of the account. */
export const credentialsRule: DoctorRule = ({ centrals }) => centrals.filter(answers).flatMap(credentials);

function credentials({ name, hasLogin, examination }: CentralFacts): readonly DoctorFinding[] {
  const about = { area: 'credentials', central: name } as const;
  const { session, isAdministrator } = examination;
  if (session === 'absent') return [];
  if (!hasLogin) {
    return [
      warning({
        ...about,
        id: 'login.missing',
        what: 'no user name is set for this CCU',
        why: 'Names, rooms, programs and variables cannot be read without it.',
        fix: { text: 'Set a user of the CCU and its password.', setting: `centrals.${name}.username` },
      }),
    ];
  }
  if (session === 'login_refused') {
    return [
      problem({
        ...about,
        id: 'login.refused',
        what: 'the CCU refuses user name or password',
        why: 'Names, rooms, programs and variables cannot be read.',
        fix: {
          text: 'Check both; the CCU minds capital letters in names. One without free sessions answers the same.',
          setting: `centrals.${name}.password`,
        },
      }),
    ];
  }
  if (session !== 'open') return [];
  if (isAdministrator === false) {
    return [
      warning({
        ...about,
        id: 'login.level_too_low',
        what: 'the account of the gateway is no administrator of the CCU',
        why: 'Serial number, scripts and names of devices are for administrators only.',
        fix: {
          text: 'Give the account administrator rights in the user settings of the CCU.',
          setting: `centrals.${name}.username`,
        },
      }),
    ];
  }
  return [ok({ ...about, id: 'login.accepted', what: 'the CCU takes user name and password' })];
}

/** Checks that each CCU has a session for the gateway, and keeps it. */
export const sessionsRule: DoctorRule = ({ centrals }) => centrals.filter(answers).flatMap(sessions);

function sessions({ name, examination }: CentralFacts): readonly DoctorFinding[] {
  const about = { area: 'sessions', central: name } as const;
  const { session, sessionLost } = examination;
  switch (session) {
    case 'open':
      if (!sessionLost) return [ok({ ...about, id: 'session.open', what: 'a session was opened and closed' })];
      return [
        warning({
          ...about,
          id: 'session.lost',
          what: 'the CCU ended the session of the gateway before its time',
          why: 'Each call that finds no session needs another login, and a CCU has few sessions.',
          fix: { text: 'Look for programs that end all sessions of the CCU, and for restarts of its logic layer.' },
        }),
      ];
    case 'too_many_sessions':
      return [
        problem({
          ...about,
          id: 'session.table_full',
          what: 'all sessions of the CCU are taken',
          why: 'No user can sign in there, and the gateway reads no names, programs and variables.',
          fix: {
            text: 'Close forgotten browser tabs and programs that open sessions; a session becomes free after some minutes.',
          },
        }),
      ];
    case 'logic_layer_away':
      return [
        problem({
          ...about,
          id: 'logic_layer.away',
          what: 'the logic layer (ReGaHss) of the CCU does not run',
          why: 'No account can sign in, and programs do not run; devices work on.',
          fix: { text: 'Restart the CCU where it does not come back by itself.' },
        }),
      ];
    case 'failing':
      return [
        problem({
          ...about,
          id: 'session.failing',
          what: 'nothing succeeds in a session at the CCU, also not in a new one',
          why: 'Names, programs and variables cannot be read.',
          fix: { text: 'Its logic layer may be stuck: restart the CCU.' },
        }),
      ];
    case 'unreachable':
      return [
        problem({
          ...about,
          id: 'session.unreachable',
          what: 'the web server of the CCU answers, and its JSON-RPC does not',
          why: 'Names, programs and variables cannot be read.',
          fix: { text: 'Check the port, and restart the CCU.', setting: `centrals.${name}.json_rpc_port` },
        }),
      ];
    default:
      return [];
  }
}

/** Checks that each CCU runs the scripts of the gateway, and is the one that answers on the script port. */
export const scriptsRule: DoctorRule = ({ centrals }) =>
  centrals.filter(answers).flatMap((central) => [...scripts(central), ...scriptPort(central)]);

function scripts({ name, examination }: CentralFacts): readonly DoctorFinding[] {
  const about = { area: 'scripts', central: name } as const;
  if (examination.session !== 'open') return [];
  const lost = 'Messages, the inbox, texts of variables and all values at once are missing without them.';
  switch (examination.scripts) {
    case 'ok':
      return [ok({ ...about, id: 'scripts.allowed', what: 'the CCU runs scripts' })];
    case 'level_too_low':
    case 'forbidden_by_firewall':
    case 'unsupported':
    case 'login_refused':
      return [
        problem({
          ...about,
          id: 'scripts.refused',
          what: 'the CCU refuses scripts',
          why: lost,
          fix: { text: 'Give the account of the gateway administrator rights, or allow this machine the script API.' },
          facts: { scripts: examination.scripts },
        }),
      ];
    default:
      return [
        problem({
          ...about,
          id: 'scripts.end_early',
          what: `scripts end before their end (${examination.scripts})`,
          why: lost,
          fix: { text: 'The logic layer may be overloaded or damaged: restart the CCU.' },
          facts: { scripts: examination.scripts },
        }),
      ];
  }
}

function scriptPort({ name, examination: { scriptPort: state } }: CentralFacts): readonly DoctorFinding[] {
  if (state !== 'foreign') return [];
  return [
    warning({
      id: 'scripts.port_foreign',
      area: 'scripts',
      central: name,
      what: 'another CCU answers on the script port',
      why: 'No script is sent there, so the second way to scripts is missing.',
      fix: { text: 'Set the port of this CCU, or 0 to switch it off.', setting: `centrals.${name}.rega_port` },
    }),
  ];
}

const TOLERATED_SKEW_MS = 60_000;

/** Checks that the clock of each CCU agrees with the one here. */
export const timeRule: DoctorRule = ({ centrals }) =>
  centrals.filter(answers).flatMap(({ name, examination: { clockSkewMs } }) => {
    if (clockSkewMs === undefined) return [];
    const seconds = Math.round(clockSkewMs / 1000);
    const about = {
      area: 'time',
      central: name,
      facts: { skew_seconds: seconds, seconds: Math.abs(seconds) },
    } as const;
    if (Math.abs(clockSkewMs) <= TOLERATED_SKEW_MS) {
      return [ok({ ...about, id: 'time.agrees', what: 'the clocks of the CCU and of this machine agree' })];
    }
    return [
      warning({
        ...about,
        id: 'time.skew',
        what: `the clock of the CCU is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the one here`,
        why: 'Programs run at the wrong time, and times of values are wrong.',
        fix: { text: 'Set an NTP server at the CCU and on this machine.', command: 'timedatectl status' },
      }),
    ];
  });
