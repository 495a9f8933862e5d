import type { CentralsFile } from '../ports/centrals.js';

interface Named {
  readonly name: string;
}

type FileDifference = Pick<CentralsFile, 'onlyInFile' | 'onlyHere' | 'changed'>;

/**
 * CCUs of the configuration file that do not count, because the stored ones do. Undefined if none are stored, if the
 * file has none, and if both are the same.
 *
 * @example
 * fileDifference([{ name: 'home' }], [{ name: 'attic' }], () => true); // { onlyInFile: ['home'], onlyHere: ['attic'], changed: [] }
 */
export function fileDifference<Central extends Named>(
  inFile: readonly Central[],
  kept: readonly Central[],
  isSame: (one: Central, other: Central) => boolean,
): FileDifference | undefined {
  if (kept.length === 0 || inFile.length === 0) return undefined;
  const names = (all: readonly Named[]) => all.map(({ name }) => name);
  const byName = new Map(kept.map((each) => [each.name, each]));
  const difference = {
    onlyInFile: names(inFile.filter(({ name }) => !byName.has(name))),
    onlyHere: names(kept.filter(({ name }) => !inFile.some((each) => each.name === name))),
    changed: names(
      inFile.filter((each) => {
        const here = byName.get(each.name);
        return here !== undefined && !isSame(each, here);
      }),
    ),
  };
  return Object.values(difference).some((list) => list.length > 0) ? difference : undefined;
}

/**
 * The difference in one sentence for people.
 *
 * @example
 * fileDifferenceInWords({ onlyInFile: ['home'], onlyHere: [], changed: [] });
 */
export function fileDifferenceInWords({ onlyInFile, onlyHere, changed }: FileDifference): string {
  const part = (label: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${label}: ${names.join(', ')}`];
  const parts = [
    ...part('only in the file', onlyInFile),
    ...part('only in the database', onlyHere),
    ...part('different', changed),
  ];
  return `the CCUs of the configuration file are ignored, because CCUs were changed at run time (${parts.join('; ')})`;
}
