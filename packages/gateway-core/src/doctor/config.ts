import { type DoctorRule, ok, problem } from './finding.js';

const area = 'config' as const;

const WHY = 'The gateway does not start with it.';

/** Whether the configuration can be read and is accepted. */
export const configRule: DoctorRule = ({ config: { file, issues } }) => {
  if (issues.length === 0) {
    const what = file === undefined ? 'no configuration file; the defaults are used' : `${file} is accepted`;
    return [ok({ id: 'config.accepted', area, what, facts: file === undefined ? {} : { file } })];
  }
  return issues.map(({ where, message, code }) =>
    problem({
      id: code === 'config_unreadable' ? 'config.unreadable' : 'config.invalid',
      area,
      what: `${where}: ${message}`,
      why: WHY,
      fix: { text: 'Mend the named place and look again.', command: 'ccu-gateway doctor' },
      facts: { where, message },
    }),
  );
};
