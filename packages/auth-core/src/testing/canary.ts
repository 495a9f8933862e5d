/** Remembers secrets and finds them again where they must not be. */
export interface Canary {
  /** Adds a secret; short or empty texts are refused, because they would be found everywhere. */
  plant(secret: string): string;
  /** Names the values that contain a planted secret, plain, as base64 or percent-encoded. */
  findLeaks(places: Readonly<Record<string, unknown>>): readonly string[];
}

const shortest = 8;

/**
 * A canary without secrets.
 *
 * @example
 * const canary = createCanary();
 * const password = canary.plant('correct-horse');
 * expect(canary.findLeaks({ log })).toEqual([]);
 */
export function createCanary(): Canary {
  const secrets = new Set<string>();
  const forms = (secret: string) => [secret, Buffer.from(secret).toString('base64'), encodeURIComponent(secret)];
  return {
    plant: (secret) => {
      if (secret.length < shortest) throw new Error('a canary needs at least 8 characters');
      secrets.add(secret);
      return secret;
    },
    findLeaks: (places) =>
      Object.entries(places)
        .map(
          ([place, content]) =>
            [place, typeof content === 'string' ? content : (JSON.stringify(content) ?? '')] as const,
        )
        .filter(([, text]) => [...secrets].some((secret) => forms(secret).some((form) => text.includes(form))))
        .map(([place]) => place),
  };
}
