import { allLabels, type Locale } from '@ccu-gateway/device-model';
import type { EntityLabels } from '@ccu-gateway/gateway-core/use-cases';

export function createEntityLabels(): EntityLabels {
  const known = new Map<Locale, Readonly<Record<string, string>>>();
  return {
    entries(locale) {
      const entries = known.get(locale) ?? allLabels(locale);
      known.set(locale, entries);
      return entries;
    },
  };
}
