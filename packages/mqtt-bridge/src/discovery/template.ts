/** Template for a value; Home Assistant reads `None` as unknown. */
export const orNone = (value: string): string => `{{ ${value} if ${value} is not none else 'None' }}`;

/** Empty for an unknown value: Home Assistant has no unknown position of a cover, and keeps the previous one. */
export const ifKnown = (value: string, shown = value): string =>
  `{% if ${value} is not none %}{{ ${shown} }}{% endif %}`;

/** A state of a custom data point. */
export const stateOf = (name: string): string => `value_json.state.${name}`;

/** Template for two values; Home Assistant reads `None` as unknown. */
export const choice = (value: string, yes: string, no: string): string =>
  `{{ 'None' if ${value} is none else ('${yes}' if ${value} else '${no}') }}`;

/** The payload of an operation. Members are templates. */
export function operation(name: string, members: Readonly<Record<string, string>> = {}): string {
  const parts = Object.entries(members).map(([key, template]) => `,"${key}":${template}`);
  return `{"operation":"${name}"${parts.join('')}}`;
}

/** A condition, and the word for it. */
export type Case = readonly [condition: string, word: string];

/** The word of the first condition that holds. */
export function firstOf(cases: readonly Case[], otherwise: string): string {
  const inner = cases.reduceRight(
    (rest, [condition, word]) => `('${word}' if ${condition} else ${rest})`,
    `'${otherwise}'`,
  );
  return `{{ ${inner} }}`;
}
