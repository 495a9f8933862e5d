import type { SharedFacts } from '../ports/doctor.js';
import { type DoctorRule, docsOf, ok, problem } from './finding.js';

/** Findings about other gateways that sent no report. */
export const othersRule: DoctorRule = ({ elsewhere = [] }) =>
  elsewhere.flatMap(({ finding }) => (finding === undefined ? [] : { ...finding, docs: docsOf(finding.id) }));

const area = 'data_directory' as const;

/** Checks that the database of several gateways can be used. */
export const sharedRule: DoctorRule = ({ shared }) => (shared === undefined ? [] : [sharedFinding(shared)]);

function sharedFinding({ name, setting, state, message = '', remedy }: SharedFacts) {
  const said = remedy === undefined ? message : `${message}: ${remedy}`;
  const facts = { name, message: said };
  switch (state) {
    case 'ok':
      return ok({ id: 'shared.usable', area, what: `accounts and settings are in ${name}`, facts });
    case 'empty':
      return ok({ id: 'shared.to_be_made', area, what: `${name} is empty; the first start fills it`, facts });
    case 'older':
      return ok({ id: 'shared.to_be_updated', area, what: `the first start brings ${name} up to date`, facts });
    case 'newer':
      return problem({
        id: 'shared.newer',
        area,
        what: `a newer version wrote the shared tables of the gateways: ${said}`,
        why: 'This version does not know its schema, and does not start on it.',
        fix: { text: 'Update this gateway to the version of the others.' },
        facts,
      });
    case 'unreadable':
      return problem({
        id: 'shared.unreadable',
        area,
        what: `the shared tables of the gateways cannot be read: ${said}`,
        why: 'Without it sign-in fails: users and tokens of all gateways are there.',
        fix: { text: `Check the server, the network and ${setting}.`, setting },
        facts: { ...facts, setting },
      });
  }
}
