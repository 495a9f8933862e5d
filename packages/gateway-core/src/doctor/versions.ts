import type { DoctorFinding } from '@ccu-gateway/contract/types';
import { type DoctorRule, ok, warning } from './finding.js';

/** Known facts about versions of CCUs and of their software. */
export const versionsRule: DoctorRule = ({ centrals }) =>
  centrals.flatMap(({ name, examination: { info } }) => {
    if (info === undefined) return [];
    const { model = '', version = '' } = info;
    const facts = { model, version };
    const about = { area: 'versions', central: name, facts } as const;
    if (isOld(model, version)) {
      return [
        warning({
          ...about,
          id: 'version.ccu_old',
          what: `the CCU runs ${model} ${version}, which is no longer maintained`,
          why: 'It has three sessions for all programs, an old TLS and methods that fail.',
          fix: { text: 'Update the CCU, or move to OpenCCU on a newer machine.' },
        }),
      ];
    }
    const known = KNOWN_DEFECTS.filter((defect) => isIn(version, defect));
    if (known.length > 0) return known.map((defect) => defectFinding(about, version, defect));
    return [
      ok({
        ...about,
        id: 'version.ccu',
        what: `the CCU runs ${[model, version].filter(Boolean).join(' ') || 'an unknown version'}`,
      }),
    ];
  });

/** CCU1 and CCU2 have firmware 1 and 2. */
const isOld = (model: string, version: string) => /CCU[12]\b/i.test(model) || /^[12]\.\d/.test(version);

/** A defect of the firmware of CCUs that its makers confirmed and mended. */
interface KnownDefect {
  readonly id: string;
  /**
   * `dated`: RaspberryMatic and OpenCCU, with a date at the end of the version. `eq3`: the firmware of eQ-3 for the
   * CCU3.
   */
  readonly firmware: 'dated' | 'eq3';
  /** The first version that has it. */
  readonly from: string;
  /** The first released version that does not have it any more. */
  readonly until: string;
  /** Reference to its description. */
  readonly reference: string;
  /** Its effect, after "which". */
  readonly does: string;
  readonly why: string;
}

/**
 * Only defects that let strangers in, or break functions that the gateway needs. An unknown first version counts as the
 * first CCU3.
 */
const KNOWN_DEFECTS: readonly KnownDefect[] = [
  {
    id: 'version.ccu_upload_open',
    firmware: 'dated',
    from: '3.0.0.0',
    until: '3.75.6.20240316',
    reference: 'CVE-2024-24578',
    does: 'takes files from all clients of its web server, and runs them',
    why: 'Any program in the network can take the CCU over, without a password.',
  },
  {
    id: 'version.ccu_auto_login',
    firmware: 'eq3',
    from: '3.0.0',
    until: '3.53.26',
    reference: 'CVE-2020-12834',
    does: 'signs everybody in by itself after it was set up',
    why: 'Any program in the network can run scripts on the CCU, without a password, until the setting is switched off.',
  },
  {
    id: 'version.ccu_sessions_stay',
    firmware: 'eq3',
    from: '3.47.10',
    until: '3.47.15',
    reference: 'eq-3/occu#98',
    does: 'does not end sessions that are given back',
    why: 'A known session number can be used on, and the session stays taken.',
  },
  {
    id: 'version.ccu_web_stalls',
    firmware: 'dated',
    from: '3.41.0.0',
    until: '3.47.22.20191130',
    reference: 'OpenCCU/OpenCCU#730',
    does: 'hangs after a restart while programs with a password ask its interfaces',
    why: 'The web server of the CCU then answers nobody for half an hour.',
  },
];

function isIn(version: string, { firmware, from, until }: KnownDefect): boolean {
  if (!/^\d+(\.\d+){2,3}$/.test(version)) return false;
  const isDated = version.split('.').length === 4;
  if (isDated !== (firmware === 'dated')) return false;
  return compare(version, from) >= 0 && compare(version, until) < 0;
}

/** Below zero where the first version is the older one; both have as many numbers. */
function compare(one: string, other: string): number {
  const numbers = other.split('.').map(Number);
  const differences = one.split('.').map((each, index) => Number(each) - (numbers[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

function defectFinding(
  about: { readonly area: 'versions'; readonly central: string; readonly facts: DoctorFinding['facts'] },
  version: string,
  { id, until, reference, does, why }: KnownDefect,
): DoctorFinding {
  return warning({
    ...about,
    id,
    what: `the CCU runs ${version}, which ${does} (${reference})`,
    why,
    fix: { text: `Update the CCU to ${until} or newer.` },
    facts: { ...about.facts, until, reference },
  });
}
