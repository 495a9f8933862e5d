import { type ReadonlySignal, signal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Light or dark theme, and the option to blur names and addresses for a screenshot. */
export interface ThemeChoice {
  readonly current: ReadonlySignal<Theme>;
  readonly screenshot: ReadonlySignal<boolean>;
  choose(theme: Theme): void;
  blur(on: boolean): void;
}

const KEY = 'ccu-gateway.theme';

export function createThemeChoice(storage: Pick<Storage, 'getItem' | 'setItem'>, root: HTMLElement): ThemeChoice {
  const stored = THEMES.find((theme) => theme === storage.getItem(KEY)) ?? 'system';
  const current = signal<Theme>(stored);
  const screenshot = signal(false);
  root.dataset.theme = stored;
  return {
    current,
    screenshot,
    choose(theme) {
      current.value = theme;
      root.dataset.theme = theme;
      storage.setItem(KEY, theme);
    },
    blur(on) {
      screenshot.value = on;
      root.classList.toggle('screenshot', on);
    },
  };
}
