import type { ConfigFacts } from '../ports/doctor.js';
import { type DoctorRule, ok, problem, warning } from './finding.js';

const DAY_MS = 86_400_000;

/** Detects another gateway on the host with cookies of the same name. */
export const cookiesRule: DoctorRule = ({ foreignSessionAt, now }) => {
  if (foreignSessionAt === undefined || now - foreignSessionAt > DAY_MS) return [];
  return [
    warning({
      id: 'config.shared_cookies',
      area: 'config',
      what: 'a browser sent a session cookie that another gateway made',
      why: 'Browsers share cookies between the ports of a host, so the gateways end the sessions of each other.',
      fix: { text: 'Give each gateway of the host a name of its own.', setting: 'service_name' },
    }),
  ];
};

const area = 'config' as const;

const WHY = 'The gateway does not start with it.';

/** Checks that the configuration can be read and is accepted. */
export const configRule: DoctorRule = ({ config: { file, issues, ignoredCentrals } }) => {
  if (issues.length === 0) {
    const what = file === undefined ? 'no configuration file; the defaults are used' : `${file} is accepted`;
    const accepted = ok({ id: 'config.accepted', area, what, facts: file === undefined ? {} : { file } });
    return ignoredCentrals === undefined ? [accepted] : [accepted, ignored(ignoredCentrals)];
  }
  return issues.map(({ where, message, code }) =>
    problem({
      id: code === 'config_unreadable' ? 'config.unreadable' : 'config.invalid',
      area,
      what: `${where}: ${message}`,
      why: WHY,
      fix: { text: 'Correct the named line and check again.', command: 'ccu-gateway doctor' },
      facts: { where, message },
    }),
  );
};

function ignored({ onlyInFile, onlyHere, changed }: NonNullable<ConfigFacts['ignoredCentrals']>) {
  const names = [...onlyInFile, ...onlyHere, ...changed].join(', ');
  return warning({
    id: 'config.centrals_ignored',
    area,
    what: `the CCUs of the configuration file are ignored, because CCUs were changed at run time: ${names}`,
    why: 'Changes there have no effect.',
    fix: {
      text: 'On the page of the CCUs, take those of the file, or write the others into it.',
      setting: 'centrals',
    },
    facts: { names },
  });
}
