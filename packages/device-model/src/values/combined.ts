import type { WireValue } from '@ccu-gateway/ccu-client';

/** Position and slats as one text, in the form of each generation. Such a parameter never shows its written value. */
const FORMS = {
  COMBINED_PARAMETER: {
    write: (position: number, tilt: number) => `L2=${Math.round(tilt * 100)},L=${Math.round(position * 100)}`,
    read(text: string): Readonly<Record<string, number>> {
      const found = [...text.matchAll(/(?:^|,)\s*(L2?)\s*=\s*(\d{1,3})\s*(?=,|$)/g)];
      return Object.fromEntries(
        found.map(([, key, share]) => [key === 'L' ? 'LEVEL' : 'LEVEL_2', Number(share) / 100]),
      );
    },
  },
  LEVEL_COMBINED: {
    write: (position: number, tilt: number) => `${halfPercentHex(position)},${halfPercentHex(tilt)}`,
    read(text: string): Readonly<Record<string, number>> {
      const found = /^0x([0-9a-f]{2}),0x([0-9a-f]{2})$/i.exec(text);
      if (found === null) return {};
      return { LEVEL: Number.parseInt(found[1]!, 16) / 200, LEVEL_SLATS: Number.parseInt(found[2]!, 16) / 200 };
    },
  },
} as const;

type CombinedParameter = keyof typeof FORMS;

export const COMBINED_PARAMETERS = Object.keys(FORMS) as readonly CombinedParameter[];

/** The value that moves both; shares of one. */
export const combinedText = (parameter: CombinedParameter, position: number, tilt: number): string =>
  FORMS[parameter].write(position, tilt);

/** The levels that such a value asks for, by parameter; none for every other parameter. */
export function combinedLevels(parameter: string, value: WireValue | undefined): Readonly<Record<string, number>> {
  const form = COMBINED_PARAMETERS.find((each) => each === parameter);
  return form === undefined || typeof value !== 'string' ? {} : FORMS[form].read(value);
}

function halfPercentHex(share: number): string {
  return `0x${Math.round(share * 200)
    .toString(16)
    .padStart(2, '0')}`;
}
