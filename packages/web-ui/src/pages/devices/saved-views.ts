import { type ReadonlySignal, signal } from '@preact/signals';

/** View stored in this browser, with its address. */
export interface SavedView {
  readonly name: string;
  /** Without the question mark. */
  readonly query: string;
}

export interface SavedViews {
  readonly list: ReadonlySignal<readonly SavedView[]>;
  /** A view of the same name is replaced. */
  save(view: SavedView): void;
  remove(name: string): void;
}

const KEY = 'ccu-gateway.device-views';

export function createSavedViews(storage: Pick<Storage, 'getItem' | 'setItem'>): SavedViews {
  const list = signal<readonly SavedView[]>(read(storage.getItem(KEY)));
  const keep = (next: readonly SavedView[]) => {
    list.value = next;
    storage.setItem(KEY, JSON.stringify(next));
  };
  return {
    list,
    save: (view) => keep([...list.peek().filter(({ name }) => name !== view.name), view]),
    remove: (name) => keep(list.peek().filter((each) => each.name !== name)),
  };
}

/** The stored text may be of another version or damaged; an unreadable one counts as none. */
function read(text: string | null): readonly SavedView[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(found) ? found.filter(isView).map(({ name, query }) => ({ name, query })) : [];
  } catch {
    return [];
  }
}

function isView(each: unknown): each is SavedView {
  if (typeof each !== 'object' || each === null) return false;
  const { name, query } = each as Partial<Record<keyof SavedView, unknown>>;
  return typeof name === 'string' && typeof query === 'string';
}
