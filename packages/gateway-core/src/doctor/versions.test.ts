import { expect, it } from 'vitest';
import type { CentralFacts, DoctorFacts } from '../ports/doctor.js';
import { versionsRule } from './versions.js';

function judged(version: string, model = 'raspmatic_rpi4'): readonly string[] {
  // The rule reads no more than this.
  const central = { name: 'home', examination: { info: { model, version } } } as unknown as CentralFacts;
  return versionsRule({ centrals: [central] } as unknown as DoctorFacts).map(({ id }) => id);
}

it.each([
  ['3.83.6.20250705', ['version.ccu']],
  ['3.75.6.20240316', ['version.ccu']],
  ['3.73.9.20240130', ['version.ccu_upload_open']],
  ['3.47.22.20191130', ['version.ccu_upload_open']],
  ['3.47.22.20191026', ['version.ccu_upload_open', 'version.ccu_web_stalls']],
  ['3.53.26', ['version.ccu']],
  ['3.51.6', ['version.ccu_auto_login']],
  ['3.47.10', ['version.ccu_auto_login', 'version.ccu_sessions_stay']],
  ['3.47.15', ['version.ccu_auto_login']],
  ['2.61.7', ['version.ccu_old']],
  ['', ['version.ccu']],
  ['3.73.9-beta', ['version.ccu']],
])('the firmware %s of a CCU has these findings: %s', (version, ids) => {
  expect(judged(version)).toEqual(ids);
});

it('knows a CCU2 by its name', () => {
  expect(judged('3.83.6', 'HM-CCU2')).toEqual(['version.ccu_old']);
});
