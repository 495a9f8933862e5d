/** Lengths in milliseconds of the bases that actors count in. */
const BASES = [100, 1_000, 5_000, 10_000, 60_000, 300_000, 600_000, 3_600_000] as const;
const MAX_FACTOR = 31;

export interface BaseAndFactor {
  readonly base: number;
  readonly factor: number;
}

/** 31 hours mean "until further notice" to devices. */
const PERMANENT: BaseAndFactor = { base: 7, factor: MAX_FACTOR };

export function formatDuration({ base, factor }: BaseAndFactor): string {
  if (base === PERMANENT.base && factor === PERMANENT.factor) return 'permanent';
  const ms = (BASES[base] ?? 0) * factor;
  if (ms % 3_600_000 === 0 && ms > 0) return `${ms / 3_600_000}h`;
  if (ms % 60_000 === 0 && ms > 0) return `${ms / 60_000}min`;
  return ms % 1_000 === 0 ? `${ms / 1_000}s` : `${ms}ms`;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000 };
const DURATION = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|min|h)$/;

export type ParsedDuration =
  | { readonly ok: true; readonly value: BaseAndFactor }
  | { readonly ok: false; readonly reason: string };

/** Finds base and factor for `500ms`, `10s`, `5min`, `1h` or `permanent`; the coarsest base that holds it exactly. */
export function parseDuration(text: unknown): ParsedDuration {
  if (text === 'permanent') return { ok: true, value: PERMANENT };
  const match = typeof text === 'string' ? DURATION.exec(text) : null;
  if (match === null) return { ok: false, reason: 'must be like 500ms, 10s, 5min, 1h or permanent' };
  const ms = Math.round(Number(match[1]) * (UNITS[match[2] ?? ''] ?? 0));
  if (ms === 0) return { ok: true, value: { base: 0, factor: 0 } };
  for (let base = BASES.length - 1; base >= 0; base -= 1) {
    const factor = ms / (BASES[base] ?? 1);
    const candidate = { base, factor };
    const meansPermanent = base === PERMANENT.base && factor === PERMANENT.factor;
    if (Number.isInteger(factor) && factor <= MAX_FACTOR && !meansPermanent) return { ok: true, value: candidate };
  }
  return { ok: false, reason: `cannot be stored; possible are ${neighbours(ms).join(' or ')}` };
}

function neighbours(ms: number): readonly string[] {
  const all = BASES.flatMap((length, base) =>
    Array.from({ length: MAX_FACTOR }, (_, index) => ({ base, factor: index + 1, ms: length * (index + 1) })),
  ).sort((a, b) => a.ms - b.ms);
  const below = all.filter((each) => each.ms < ms).at(-1);
  const above = all.find((each) => each.ms > ms);
  return [below, above].flatMap((each) => (each === undefined ? [] : [formatDuration(each)]));
}
