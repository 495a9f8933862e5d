import type { Problem } from '../home/problem.js';
import type { problemTexts } from './texts.js';

/** Categories of problems, in the order of the inbox. */
export const CATEGORIES = [
  'connection',
  'alarm',
  'sabotage',
  'unreachable',
  'battery',
  'pending',
  'radio',
  'part',
  'message',
] as const;
export type Category = (typeof CATEGORIES)[number];

const BY_PREFIX: Readonly<Record<string, Category>> = {
  central: 'connection',
  interface: 'connection',
  alarm: 'alarm',
  duty: 'radio',
  part: 'part',
};

/** A detector calls its alarm by several names, so that the problem is known by its id; with its explanation. */
const HAZARDS: readonly (readonly [string, keyof typeof problemTexts])[] = [
  ['smoke:', 'meansSmoke'],
  ['water:', 'meansWater'],
  ['co:', 'meansCarbonMonoxide'],
];
const hazardOf = (id: string) => HAZARDS.find(([prefix]) => id.startsWith(prefix));

const BY_PARAMETER: readonly (readonly [RegExp, Category])[] = [
  [/^(STICKY_)?UNREACH$/, 'unreachable'],
  [/^(STICKY_)?SABOTAGE|ERROR_SABOTAGE$/, 'sabotage'],
  [/LOW_?BAT/, 'battery'],
  [/^(CONFIG|UPDATE)_PENDING|DEVICE_IN_BOOTLOADER$/, 'pending'],
  [/^DUTY_?CYCLE$|CARRIER/, 'radio'],
];

/** A problem as far as its category shows. */
type Categorised = Pick<Problem, 'id' | 'about'> & Partial<Pick<Problem, 'title'>>;

export function categoryOf({ id, about, title }: Categorised): Category {
  if (hazardOf(id) !== undefined) return 'alarm';
  // BidCos reports it as one value of its errors.
  if (title === 'sabotage') return 'sabotage';
  if (about === undefined) return BY_PREFIX[id.split(':')[0] ?? ''] ?? 'message';
  return BY_PARAMETER.find(([pattern]) => pattern.test(about.parameter))?.[1] ?? 'message';
}

const MEANINGS: Readonly<Record<string, keyof typeof problemTexts>> = {
  UNREACH: 'meansUnreach',
  STICKY_UNREACH: 'meansStickyUnreach',
  LOW_BAT: 'meansLowBat',
  SABOTAGE: 'meansSabotage',
  STICKY_SABOTAGE: 'meansStickySabotage',
  ERROR_SABOTAGE: 'meansSabotage',
  CONFIG_PENDING: 'meansConfigPending',
  UPDATE_PENDING: 'meansUpdatePending',
  DEVICE_IN_BOOTLOADER: 'meansBootloader',
  DUTY_CYCLE: 'meansDutyDevice',
  ERROR_OVERHEAT: 'meansOverheat',
  U_SOURCE_FAIL: 'meansSource',
  ERROR_NON_FLAT_POSITIONING: 'meansPosition',
};

const BY_CATEGORY: Readonly<Partial<Record<Category, keyof typeof problemTexts>>> = {
  connection: 'meansConnection',
  alarm: 'meansAlarm',
  sabotage: 'meansSabotage',
  radio: 'meansDuty',
  part: 'meansPart',
  message: 'meansMessage',
};

/** Explanation of a problem. */
export function meaningOf(problem: Categorised): keyof typeof problemTexts {
  const [, hazard] = hazardOf(problem.id) ?? [];
  return hazard ?? MEANINGS[problem.about?.parameter ?? ''] ?? BY_CATEGORY[categoryOf(problem)] ?? 'meansMessage';
}

/** How many there are of each category that there is. */
export function countByCategory(problems: readonly Problem[]): readonly (readonly [Category, number])[] {
  const counts = new Map<Category, number>();
  for (const problem of problems) {
    const category = categoryOf(problem);
    counts.set(category, (counts.get(category) ?? 0) + 1);
  }
  return CATEGORIES.flatMap((category) => {
    const count = counts.get(category);
    return count === undefined ? [] : [[category, count] as const];
  });
}
