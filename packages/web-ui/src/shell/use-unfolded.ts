import { type Signal, signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';

const KEY = 'ccu-gateway.unfolded';

const stored = (): readonly string[] => (localStorage.getItem(KEY) ?? '').split(',').filter((name) => name !== '');

/** True for an opened group of the menu; remembered in this browser. */
export function useUnfolded(group: string): {
  readonly isOpen: Signal<boolean>;
  readonly set: (open: boolean) => void;
} {
  return useMemo(() => {
    const isOpen = signal(stored().includes(group));
    return {
      isOpen,
      set(open) {
        isOpen.value = open;
        const others = stored().filter((name) => name !== group);
        localStorage.setItem(KEY, [...others, ...(open ? [group] : [])].join(','));
      },
    };
  }, [group]);
}
