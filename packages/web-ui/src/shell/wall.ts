import { useEffect } from 'preact/hooks';
import { useServices } from '../context/services.js';
import { useHere } from '../context/use-here.js';

const WALL_PAGES: ReadonlySet<string> = new Set(['/', '/alarm', '/floorplans']);

/**
 * True on Home, the alarm system and the floor plans with `?wall=1`, for a display on a wall: dark, without menu and bar, and the screen stays awake where the
 * browser can do that. Escape ends it.
 */
export function useWall(): boolean {
  const { theme } = useServices();
  const { path, query, setQuery } = useHere();
  const isWall = WALL_PAGES.has(path) && query.wall === '1';
  useEffect(() => {
    if (!isWall) return;
    const root = document.documentElement;
    root.dataset.theme = 'dark';
    const release = stayAwake();
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setQuery({ wall: '' });
    document.addEventListener('keydown', onKey);
    return () => {
      root.dataset.theme = theme.current.peek();
      release();
      document.removeEventListener('keydown', onKey);
    };
  }, [isWall]);
  return isWall;
}

/** Keeps the screen awake. The browser ends that when the page is hidden, so it is asked again. */
function stayAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  async function ask(): Promise<void> {
    if (isOver || !('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (isOver) await lock.release();
    } catch {
      // Refused, as on a low battery: the display follows the settings of the system.
    }
  }
  const onVisible = () => void ask();
  document.addEventListener('visibilitychange', onVisible);
  void ask();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', onVisible);
    void lock?.release();
  };
}
