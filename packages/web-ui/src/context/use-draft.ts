import { useState } from 'preact/hooks';
import { useServices } from './services.js';

/** A draft is worth keeping for so long. */
const KEPT_MS = 3_600_000;

/**
 * State of a form that a reload keeps for an hour, in this tab only. `secrets` are members that are never written down: after a
 * reload they are as in `initial`. `undefined` forgets the draft, as after a save.
 *
 * @example
 * const [input, setInput] = useDraft('broker:home', initial, ['password']);
 */
export function useDraft<T extends object>(
  name: string,
  initial: T,
  secrets: readonly (keyof T & string)[] = [],
): readonly [T, (next: T | undefined) => void] {
  const { now } = useServices();
  const key = `ccu-gateway.draft.${name}`;
  const [value, setValue] = useState<T>(() => ({ ...initial, ...readDraft(key, now()) }));
  return [
    value,
    (next) => {
      setValue(next ?? initial);
      writeDraft(key, next, { at: now(), secrets });
    },
  ];
}

function readDraft(key: string, now: number): object {
  try {
    const { at, value } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as { readonly at?: number; value?: object };
    return at !== undefined && now - at < KEPT_MS && typeof value === 'object' ? value : {};
  } catch {
    // No storage, or another program wrote there: then there is no draft.
    return {};
  }
}

function writeDraft(
  key: string,
  value: object | undefined,
  { at, secrets }: { readonly at: number; readonly secrets: readonly string[] },
): void {
  try {
    if (value === undefined) {
      sessionStorage.removeItem(key);
      return;
    }
    const open = Object.fromEntries(Object.entries(value).filter(([member]) => !secrets.includes(member)));
    sessionStorage.setItem(key, JSON.stringify({ at, value: open }));
  } catch {
    // A full storage keeps no draft, and nothing else is lost.
  }
}
