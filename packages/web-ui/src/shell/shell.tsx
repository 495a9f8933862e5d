import { useComputed } from '@preact/signals';
import { Menu, Search, X } from 'lucide';
import { Component, type ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Route, Router } from 'preact-iso/router';
import { ActDialog } from '../acts/act-dialog.tsx';
import { ActsBar } from '../acts/acts-bar.tsx';
import { isLost } from '../connection/connection.js';
import { useFormats, useServices, useTexts } from '../context/services.js';
import { useHere } from '../context/use-here.js';
import { PAGES, type PageEntry } from '../pages/registry.js';
import { Button } from '../ui/form/button.tsx';
import { ErrorBox } from '../ui/form/error-box.tsx';
import { Empty, ForRole } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { Icon } from '../ui/value/icon.tsx';
import { AppBadge } from './app-badge.tsx';
import { CcuSwitcher, ScopeNotice, useCcuInAddress } from './ccu-switcher.tsx';
import { useChime } from './chime.js';
import { ConnectionPill } from './connection-pill.tsx';
import { ConsentQuestionView } from './consent-question.tsx';
import { keepFocus } from './keep-focus.js';
import { LeaveQuestionView, useLeaveWatch } from './leave-question.tsx';
import { Navigation } from './navigation.tsx';
import { OpenedPage } from './opened-page.tsx';
import { Palette, type TypedAct } from './palette.tsx';
import { ShortcutHelp, useShortcuts } from './shortcuts.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import { shellTexts } from './texts.js';
import { UserMenu } from './user-menu.tsx';
import { useWall } from './wall.js';
import './shell.css';

/** The bar above the page. */
type OpenWindow = 'palette' | 'help';

/** Frame of every page: navigation, connection and account, with the page of the address inside. */
export function Shell({ name }: { readonly name: string }) {
  const { base, announced, connection } = useServices();
  const say = useTexts(shellTexts);
  const [drawer, setDrawer] = useState(false);
  const [window, setWindow] = useState<OpenWindow>();
  useShortcuts({ openPalette: () => setWindow('palette'), openHelp: () => setWindow('help') });
  useCcuInAddress();
  useLeaveWatch();
  const lost = useComputed(() => isLost(connection.current.value)).value;
  const isWall = useWall();
  useChime(isWall);
  const closeWindow = () => setWindow(undefined);
  const [act, setAct] = useState<TypedAct>();
  const main = useRef<HTMLElement>(null);
  const pages: readonly PageEntry[] = PAGES;
  useEffect(() => keepFocus(main.current!), []);
  useEffect(() => {
    if (!drawer) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setDrawer(false);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [drawer]);
  return (
    <div class={`shell${drawer ? ' drawer-open' : ''}${isWall ? ' wall' : ''}${lost ? ' lost' : ''}`}>
      {/* A link would lead to the base address, not to this page. */}
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {say('skip')}
      </button>
      <Bar name={name} drawer={drawer} onDrawer={setDrawer} onOpen={setWindow} />
      <div class="side">
        <CcuSwitcher />
        <Navigation onGo={() => setDrawer(false)} />
      </div>
      {isWall && <EndWall />}
      <main ref={main} tabIndex={-1} id="main">
        <KeptNotice />
        <ScopeNotice />
        <ActsBar />
        <Router>
          {pages.map((entry) => (
            <Route key={entry.id} path={base.at(entry.path) as '/'} component={framed(entry)} />
          ))}
          <Route default component={NotFound} />
        </Router>
      </main>
      <LeaveQuestionView />
      <AppBadge />
      <OpenedPage />
      {window === 'palette' && <Palette onClose={closeWindow} onAct={setAct} />}
      {act !== undefined && <ActDialog {...act} onClose={() => setAct(undefined)} />}
      {window === 'help' && <ShortcutHelp onClose={closeWindow} />}
      <ConsentQuestionView />
      <SignInDialog />
      <div class="visually-hidden" aria-live="polite">
        {announced.value}
      </div>
    </div>
  );
}

interface BarProps {
  readonly name: string;
  /** The navigation of a narrow page is open. */
  readonly drawer: boolean;
  readonly onDrawer: (isOpen: boolean) => void;
  readonly onOpen: (window: OpenWindow) => void;
}

function Bar({ name, drawer, onDrawer, onOpen }: BarProps) {
  const { base } = useServices();
  const say = useTexts(shellTexts);
  return (
    <header class="bar">
      <span class="menu-button">
        <Button
          kind="quiet"
          label={say(drawer ? 'closeMenu' : 'menu')}
          expanded={drawer}
          onClick={() => onDrawer(!drawer)}
        >
          <Icon of={drawer ? X : Menu} />
        </Button>
      </span>
      <a class="brand" href={base.at('')}>
        <img src="icon.svg" alt="" width="28" height="28" />
        <span class="private">{name}</span>
      </a>
      <CcuSwitcher />
      <span class="grow" />
      <button type="button" class="palette-button" onClick={() => onOpen('palette')}>
        <Icon of={Search} />
        <span>{say('search')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <ConnectionPill />
      <UserMenu onShortcuts={() => onOpen('help')} />
    </header>
  );
}

/** The only control beside the page of a display on a wall; Escape does the same. */
function EndWall() {
  const say = useTexts(shellTexts);
  const { setQuery } = useHere();
  return (
    <span class="end-wall">
      <Button kind="quiet" label={say('endWall')} onClick={() => setQuery({ wall: '' })}>
        <Icon of={X} />
      </Button>
    </span>
  );
}

/** Notice of stored data: its age, and that it may be outdated. */
function KeptNotice() {
  const { store } = useServices();
  const say = useTexts(shellTexts);
  const formats = useFormats();
  if (!store.kept.value) return null;
  return (
    <Notice tone="warn" live>
      {say('kept')} {say('asOf', { time: formats.dateTime(store.loadedAt.value) })}
    </Notice>
  );
}

const frames = new WeakMap<PageEntry, () => ComponentChildren>();

/** The same component for the same page, or the router would mount it again at each render. */
function framed(entry: PageEntry): () => ComponentChildren {
  let known = frames.get(entry);
  if (known === undefined) {
    const Page = entry.component;
    known = () => (
      <Boundary>
        <ForRole role={entry.role ?? 'viewer'}>
          <Page />
        </ForRole>
      </Boundary>
    );
    frames.set(entry, known);
  }
  return known;
}

/** A failed page leaves the rest of the app unchanged. */
class Boundary extends Component<{ readonly children: ComponentChildren }, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {};

  static override getDerivedStateFromError(error: unknown) {
    return { error };
  }

  render() {
    const { error } = this.state;
    if (error !== undefined) return <ErrorBox error={error} retry={() => this.setState({ error: undefined })} />;
    return this.props.children;
  }
}

function NotFound() {
  const { base } = useServices();
  const say = useTexts(shellTexts);
  return (
    <Empty title={say('notFoundTitle')}>
      <p>{say('notFound')}</p>
      <a class="button" href={base.at('')}>
        {say('toHome')}
      </a>
    </Empty>
  );
}
