import type { Gateway } from '@ccu-gateway/client';
import type { ReadonlySignal } from '@preact/signals';
import { createKeptPreference } from '../preference/kept-preference.js';

/** View of the devices with a name. */
export interface SavedView {
  readonly name: string;
  /** Of its address, without the question mark. */
  readonly query: string;
}

/** The views of a person; kept by the gateway, so that they are the same in every browser. */
export interface SavedViews {
  /** Empty until they were read. */
  readonly list: ReadonlySignal<readonly SavedView[]>;
  /** Loads the views at the first call; unreadable ones count as none. */
  load(): Promise<void>;
  /** Replaces a view of the same name. Rejects, and shows the previous views, where the gateway does not store it. */
  save(view: SavedView): Promise<void>;
  /** Rejects as `save` does. */
  remove(name: string): Promise<void>;
}

/** As many as fit into a menu. */
const MOST = 30;

export function createSavedViews(gateway: () => Pick<Gateway, 'call'>): SavedViews {
  const preference = createKeptPreference<readonly SavedView[]>(gateway, {
    key: 'web-ui.device-views',
    empty: [],
    parse: viewsIn,
    write: (views) => ({ views }),
  });
  const change = (apply: (views: readonly SavedView[]) => readonly SavedView[]) =>
    preference.change((views) => apply(views).slice(-MOST));

  return {
    list: preference.value,
    load: preference.load,
    save: (view) => change((views) => [...views.filter(({ name }) => name !== view.name), view]),
    remove: (name) => change((views) => views.filter((each) => each.name !== name)),
  };
}

/** Stored views may be of another version or damaged. */
function viewsIn(value: unknown): readonly SavedView[] {
  const { views } = (typeof value === 'object' && value !== null ? value : {}) as { readonly views?: unknown };
  return Array.isArray(views) ? views.filter(isView).map(({ name, query }) => ({ name, query })) : [];
}

function isView(each: unknown): each is SavedView {
  if (typeof each !== 'object' || each === null) return false;
  const { name, query } = each as Partial<Record<keyof SavedView, unknown>>;
  return typeof name === 'string' && typeof query === 'string';
}
