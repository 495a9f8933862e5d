import {
  Activity,
  Archive,
  Blocks,
  Braces,
  CircleUserRound,
  CircuitBoard,
  ClipboardList,
  Cpu,
  HeartPulse,
  House,
  type IconNode,
  KeyRound,
  LayoutGrid,
  Link2,
  PackagePlus,
  RadioTower,
  Router,
  ScrollText,
  Settings,
  Share2,
  Sparkles,
  Stethoscope,
  TriangleAlert,
  Users,
  Variable,
  Waypoints,
  Workflow,
} from 'lucide';
import type { ComponentType } from 'preact';
import lazy from 'preact-iso/lazy';
import { exec } from 'preact-iso/router';
import type { Role } from '../session/session.js';

/** Groups of the navigation, in their order. */
export const GROUPS = ['home', 'devices', 'logic', 'activity', 'system', 'access'] as const;
export type Group = (typeof GROUPS)[number];

/** One page: its path, its entry in the navigation, and its required role. */
export interface PageEntry {
  /** Also its title in `pages/titles.ts`. */
  readonly id: string;
  /** Below the base path, with `:parameters`; empty for Home. */
  readonly path: string;
  readonly group: Group;
  /** Beside its title in the navigation; each page has one of its own. */
  readonly icon: IconNode;
  /** Role needed to see it; with less, the page shows the missing role. Default: viewer. */
  readonly role?: Role;
  /** Part of the gateway that it is about, as `/info` calls it; the navigation has it where the gateway has that. */
  readonly capability?: string;
  /** Left out of the navigation: pages that one comes to from another one. */
  readonly hidden?: boolean;
  /** Key that goes there after `g`. */
  readonly shortcut?: string;
  /** Loaded when it is gone to, or asked to. */
  readonly component: ReturnType<typeof lazy<ComponentType>>;
}

/** All pages. A new one is a folder beside this file, one entry here, and a title in `titles.ts`. */
export const PAGES = [
  {
    id: 'home',
    path: '',
    group: 'home',
    icon: House,
    shortcut: 'h',
    component: lazy(() => import('./home/home.tsx').then(({ HomePage }) => HomePage)),
  },
  {
    id: 'devices',
    path: 'devices',
    group: 'devices',
    icon: Blocks,
    shortcut: 'd',
    component: lazy(() => import('./devices/devices.tsx').then(({ DevicesPage }) => DevicesPage)),
  },
  {
    id: 'device',
    path: 'devices/:central/:address/:part?',
    group: 'devices',
    icon: Cpu,
    hidden: true,
    component: lazy(() => import('./device/device.tsx').then(({ DevicePage }) => DevicePage)),
  },
  {
    id: 'links',
    path: 'links',
    group: 'devices',
    icon: Link2,
    component: lazy(() => import('./links/links.tsx').then(({ AllLinksPage }) => AllLinksPage)),
  },
  {
    id: 'pairing',
    path: 'pairing',
    group: 'devices',
    icon: PackagePlus,
    component: lazy(() => import('./pairing/pairing.tsx').then(({ PairingPage }) => PairingPage)),
  },
  {
    id: 'groups',
    path: 'rooms',
    group: 'devices',
    icon: LayoutGrid,
    component: lazy(() => import('./groups/groups.tsx').then(({ GroupsPage }) => GroupsPage)),
  },
  {
    id: 'programs',
    path: 'programs',
    group: 'logic',
    icon: Workflow,
    component: lazy(() => import('./programs/programs.tsx').then(({ ProgramsPage }) => ProgramsPage)),
  },
  {
    id: 'sysvars',
    path: 'sysvars',
    group: 'logic',
    icon: Variable,
    component: lazy(() => import('./sysvars/sysvars.tsx').then(({ SysvarsPage }) => SysvarsPage)),
  },
  {
    id: 'events',
    path: 'events',
    group: 'activity',
    icon: Activity,
    shortcut: 'e',
    component: lazy(() => import('./events/events.tsx').then(({ EventsPage }) => EventsPage)),
  },
  {
    id: 'matter',
    path: 'matter',
    group: 'system',
    icon: Share2,
    capability: 'matter.bridge.v1',
    component: lazy(() => import('./matter/matter.tsx').then(({ MatterPage }) => MatterPage)),
  },
  {
    id: 'mqtt',
    path: 'mqtt',
    group: 'system',
    icon: Waypoints,
    capability: 'mqtt.raw.v1',
    component: lazy(() => import('./mqtt/mqtt.tsx').then(({ MqttPage }) => MqttPage)),
  },
  {
    id: 'system',
    path: 'system',
    group: 'system',
    icon: HeartPulse,
    shortcut: 's',
    component: lazy(() => import('./system/system.tsx').then(({ SystemPage }) => SystemPage)),
  },
  {
    id: 'apiReference',
    path: 'api-reference',
    group: 'system',
    icon: Braces,
    component: lazy(() => import('./api-reference/api-reference.tsx').then(({ ApiReferencePage }) => ApiReferencePage)),
  },
  {
    id: 'centrals',
    path: 'centrals',
    group: 'system',
    icon: Router,
    role: 'admin',
    component: lazy(() => import('./centrals/centrals.tsx').then(({ CentralsPage }) => CentralsPage)),
  },
  {
    id: 'firmware',
    path: 'firmware',
    group: 'system',
    icon: CircuitBoard,
    component: lazy(() => import('./firmware/firmware.tsx').then(({ FirmwarePage }) => FirmwarePage)),
  },
  {
    id: 'backups',
    path: 'backups',
    group: 'system',
    icon: Archive,
    role: 'admin',
    component: lazy(() => import('./backups/backups.tsx').then(({ BackupsPage }) => BackupsPage)),
  },
  {
    id: 'settings',
    path: 'settings',
    group: 'system',
    icon: Settings,
    role: 'admin',
    component: lazy(() => import('./settings/settings.tsx').then(({ SettingsPage }) => SettingsPage)),
  },
  {
    id: 'welcome',
    path: 'welcome',
    group: 'system',
    icon: Sparkles,
    role: 'admin',
    hidden: true,
    component: lazy(() => import('./welcome/welcome.tsx').then(({ WelcomePage }) => WelcomePage)),
  },
  {
    id: 'tokens',
    path: 'tokens',
    group: 'access',
    icon: KeyRound,
    role: 'admin',
    component: lazy(() => import('./tokens/tokens.tsx').then(({ TokensPage }) => TokensPage)),
  },
  {
    id: 'users',
    path: 'users',
    group: 'access',
    icon: Users,
    role: 'admin',
    component: lazy(() => import('./users/users.tsx').then(({ UsersPage }) => UsersPage)),
  },
  {
    id: 'account',
    path: 'account',
    group: 'access',
    icon: CircleUserRound,
    component: lazy(() => import('./account/account.tsx').then(({ AccountPage }) => AccountPage)),
  },
  {
    id: 'radio',
    path: 'radio',
    group: 'system',
    icon: RadioTower,
    component: lazy(() => import('./radio/radio.tsx').then(({ RadioPage }) => RadioPage)),
  },
  {
    id: 'problems',
    path: 'problems',
    group: 'activity',
    icon: TriangleAlert,
    component: lazy(() => import('./problems/problems.tsx').then(({ ProblemsPage }) => ProblemsPage)),
  },
  {
    id: 'audit',
    path: 'audit',
    group: 'activity',
    icon: ClipboardList,
    component: lazy(() => import('./audit/audit.tsx').then(({ AuditPage }) => AuditPage)),
  },
  {
    id: 'doctor',
    path: 'doctor',
    group: 'system',
    icon: Stethoscope,
    role: 'admin',
    component: lazy(() => import('./doctor/doctor.tsx').then(({ DoctorPage }) => DoctorPage)),
  },
  {
    id: 'logs',
    path: 'logs',
    group: 'system',
    icon: ScrollText,
    role: 'admin',
    shortcut: 'l',
    component: lazy(() => import('./logs/logs.tsx').then(({ LogsPage }) => LogsPage)),
  },
] as const satisfies readonly PageEntry[];

export type PageId = (typeof PAGES)[number]['id'];

/** The page that a path below the base path shows. */
export function pageAt(path: string): PageEntry | undefined {
  const pages: readonly PageEntry[] = PAGES;
  // The result is undefined for paths that do not match, despite its type.
  return pages.find((entry) => (exec(path, `/${entry.path}`) as object | undefined) !== undefined);
}

/** True for a page in the navigation and the palette. */
export function isOffered({ hidden, capability }: PageEntry, capabilities: readonly string[]): boolean {
  return hidden !== true && (capability === undefined || capabilities.includes(capability));
}
