import {
  Activity,
  Archive,
  BellRing,
  Blocks,
  Braces,
  CalendarClock,
  CalendarRange,
  ChartLine,
  ChartSpline,
  CircleUserRound,
  CircuitBoard,
  ClipboardList,
  Cpu,
  Droplets,
  FileDown,
  HeartPulse,
  Heater,
  House,
  type IconNode,
  KeyRound,
  LayoutGrid,
  LifeBuoy,
  Link2,
  Map as MapIcon,
  PackagePlus,
  Radio,
  RadioTower,
  Receipt,
  Router,
  ScrollText,
  Settings,
  Share2,
  ShieldCheck,
  Sparkles,
  Spline,
  Stethoscope,
  TriangleAlert,
  Users,
  Variable,
  Waypoints,
  Workflow,
  Zap,
} from 'lucide';
import type { ComponentType } from 'preact';
import lazy from 'preact-iso/lazy';
import { exec } from 'preact-iso/router';
import type { Role } from '../session/session.js';

/** Groups of the navigation, in their order. */
export const GROUPS = ['daily', 'automation', 'setup', 'expert'] as const;
export type Group = (typeof GROUPS)[number];

/** Groups that the navigation folds: pages for rare use. */
export const FOLDED: ReadonlySet<Group> = new Set<Group>(['setup', 'expert']);

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
    group: 'daily',
    icon: House,
    shortcut: 'h',
    component: lazy(() => import('./home/home.tsx').then(({ HomePage }) => HomePage)),
  },
  {
    id: 'groups',
    path: 'rooms',
    group: 'daily',
    icon: LayoutGrid,
    component: lazy(() => import('./groups/groups.tsx').then(({ GroupsPage }) => GroupsPage)),
  },
  {
    id: 'floorplans',
    path: 'floorplans',
    group: 'daily',
    icon: MapIcon,
    component: lazy(() => import('./floorplans/floorplans.tsx').then(({ FloorplansPage }) => FloorplansPage)),
  },
  {
    id: 'devices',
    path: 'devices',
    group: 'daily',
    icon: Blocks,
    shortcut: 'd',
    component: lazy(() => import('./devices/devices.tsx').then(({ DevicesPage }) => DevicesPage)),
  },
  {
    id: 'device',
    path: 'devices/:central/:address/:part?',
    group: 'daily',
    icon: Cpu,
    hidden: true,
    component: lazy(() => import('./device/device.tsx').then(({ DevicePage }) => DevicePage)),
  },
  {
    id: 'alarm',
    path: 'alarm',
    group: 'daily',
    icon: ShieldCheck,
    component: lazy(() => import('./alarm/alarm.tsx').then(({ AlarmPage }) => AlarmPage)),
  },
  {
    id: 'problems',
    path: 'problems',
    group: 'daily',
    icon: TriangleAlert,
    component: lazy(() => import('./problems/problems.tsx').then(({ ProblemsPage }) => ProblemsPage)),
  },
  {
    id: 'problemTimes',
    path: 'problems/times',
    group: 'daily',
    icon: CalendarRange,
    hidden: true,
    component: lazy(() => import('./problem-times/problem-times.tsx').then(({ ProblemTimesPage }) => ProblemTimesPage)),
  },
  {
    id: 'history',
    path: 'history',
    group: 'daily',
    icon: ChartLine,
    component: lazy(() => import('./history/history.tsx').then(({ HistoryPage }) => HistoryPage)),
  },
  {
    id: 'historyFiles',
    path: 'history/files',
    group: 'daily',
    icon: FileDown,
    hidden: true,
    component: lazy(() => import('./history-files/history-files.tsx').then(({ HistoryFilesPage }) => HistoryFilesPage)),
  },
  {
    id: 'diagrams',
    path: 'diagrams',
    group: 'daily',
    icon: ChartSpline,
    component: lazy(() => import('./diagrams/diagrams.tsx').then(({ DiagramsPage }) => DiagramsPage)),
  },
  {
    id: 'room-day',
    path: 'room-day',
    group: 'daily',
    icon: Droplets,
    hidden: true,
    component: lazy(() => import('./room-day/room-day.tsx').then(({ RoomDayPage }) => RoomDayPage)),
  },
  {
    id: 'energy',
    path: 'energy',
    group: 'daily',
    icon: Zap,
    component: lazy(() => import('./energy/energy.tsx').then(({ EnergyPage }) => EnergyPage)),
  },
  {
    id: 'tariffs',
    path: 'energy/tariffs',
    group: 'daily',
    icon: Receipt,
    role: 'admin',
    hidden: true,
    component: lazy(() => import('./energy/tariffs.tsx').then(({ TariffsPage }) => TariffsPage)),
  },
  {
    id: 'programs',
    path: 'programs',
    group: 'automation',
    icon: Workflow,
    component: lazy(() => import('./programs/programs.tsx').then(({ ProgramsPage }) => ProgramsPage)),
  },
  {
    id: 'links',
    path: 'links',
    group: 'automation',
    icon: Link2,
    component: lazy(() => import('./links/links.tsx').then(({ AllLinksPage }) => AllLinksPage)),
  },
  {
    id: 'linkMap',
    path: 'links/map',
    group: 'automation',
    icon: Spline,
    hidden: true,
    component: lazy(() => import('./link-map/link-map.tsx').then(({ LinkMapPage }) => LinkMapPage)),
  },
  {
    id: 'schedules',
    path: 'schedules',
    group: 'automation',
    icon: CalendarClock,
    component: lazy(() => import('./schedules/schedules.tsx').then(({ SchedulesPage }) => SchedulesPage)),
  },
  {
    id: 'sysvars',
    path: 'sysvars',
    group: 'automation',
    icon: Variable,
    component: lazy(() => import('./sysvars/sysvars.tsx').then(({ SysvarsPage }) => SysvarsPage)),
  },
  {
    id: 'heatingGroups',
    path: 'heating-groups',
    group: 'setup',
    icon: Heater,
    component: lazy(() =>
      import('./heating-groups/heating-groups.tsx').then(({ HeatingGroupsPage }) => HeatingGroupsPage),
    ),
  },
  {
    id: 'pairing',
    path: 'pairing',
    group: 'setup',
    icon: PackagePlus,
    component: lazy(() => import('./pairing/pairing.tsx').then(({ PairingPage }) => PairingPage)),
  },
  {
    id: 'centrals',
    path: 'centrals',
    group: 'setup',
    icon: Router,
    role: 'admin',
    component: lazy(() => import('./centrals/centrals.tsx').then(({ CentralsPage }) => CentralsPage)),
  },
  {
    id: 'firmware',
    path: 'firmware',
    group: 'setup',
    icon: CircuitBoard,
    component: lazy(() => import('./firmware/firmware.tsx').then(({ FirmwarePage }) => FirmwarePage)),
  },
  {
    id: 'backups',
    path: 'backups',
    group: 'setup',
    icon: Archive,
    role: 'admin',
    component: lazy(() => import('./backups/backups.tsx').then(({ BackupsPage }) => BackupsPage)),
  },
  {
    id: 'settings',
    path: 'settings',
    group: 'setup',
    icon: Settings,
    role: 'admin',
    component: lazy(() => import('./settings/settings.tsx').then(({ SettingsPage }) => SettingsPage)),
  },
  {
    id: 'messages',
    path: 'messages',
    group: 'setup',
    icon: BellRing,
    component: lazy(() => import('./messages/messages.tsx').then(({ MessagesPage }) => MessagesPage)),
  },
  {
    id: 'mqtt',
    path: 'mqtt',
    group: 'setup',
    icon: Waypoints,
    capability: 'mqtt.raw.v1',
    component: lazy(() => import('./mqtt/mqtt.tsx').then(({ MqttPage }) => MqttPage)),
  },
  {
    id: 'matter',
    path: 'matter',
    group: 'setup',
    icon: Share2,
    capability: 'matter.bridge.v1',
    component: lazy(() => import('./matter/matter.tsx').then(({ MatterPage }) => MatterPage)),
  },
  {
    id: 'users',
    path: 'users',
    group: 'setup',
    icon: Users,
    role: 'admin',
    component: lazy(() => import('./users/users.tsx').then(({ UsersPage }) => UsersPage)),
  },
  {
    id: 'account',
    path: 'account',
    group: 'setup',
    icon: CircleUserRound,
    component: lazy(() => import('./account/account.tsx').then(({ AccountPage }) => AccountPage)),
  },
  {
    id: 'welcome',
    path: 'welcome',
    group: 'setup',
    icon: Sparkles,
    role: 'admin',
    hidden: true,
    component: lazy(() => import('./welcome/welcome.tsx').then(({ WelcomePage }) => WelcomePage)),
  },
  {
    id: 'events',
    path: 'events',
    group: 'expert',
    icon: Activity,
    shortcut: 'e',
    component: lazy(() => import('./events/events.tsx').then(({ EventsPage }) => EventsPage)),
  },
  {
    id: 'audit',
    path: 'audit',
    group: 'expert',
    icon: ClipboardList,
    component: lazy(() => import('./audit/audit.tsx').then(({ AuditPage }) => AuditPage)),
  },
  {
    id: 'radio',
    path: 'radio',
    group: 'expert',
    icon: RadioTower,
    component: lazy(() => import('./radio/radio.tsx').then(({ RadioPage }) => RadioPage)),
  },
  {
    id: 'radioMap',
    path: 'radio/map',
    group: 'expert',
    icon: Radio,
    hidden: true,
    component: lazy(() => import('./radio-map/radio-map.tsx').then(({ RadioMapPage }) => RadioMapPage)),
  },
  {
    id: 'system',
    path: 'system',
    group: 'expert',
    icon: HeartPulse,
    shortcut: 's',
    component: lazy(() => import('./system/system.tsx').then(({ SystemPage }) => SystemPage)),
  },
  {
    id: 'doctor',
    path: 'doctor',
    group: 'expert',
    icon: Stethoscope,
    role: 'admin',
    component: lazy(() => import('./doctor/doctor.tsx').then(({ DoctorPage }) => DoctorPage)),
  },
  {
    id: 'help',
    path: 'help/troubleshooting',
    group: 'expert',
    icon: LifeBuoy,
    component: lazy(() => import('./help/help.tsx').then(({ HelpPage }) => HelpPage)),
  },
  {
    id: 'logs',
    path: 'logs',
    group: 'expert',
    icon: ScrollText,
    role: 'admin',
    shortcut: 'l',
    component: lazy(() => import('./logs/logs.tsx').then(({ LogsPage }) => LogsPage)),
  },
  {
    id: 'tokens',
    path: 'tokens',
    group: 'expert',
    icon: KeyRound,
    role: 'admin',
    component: lazy(() => import('./tokens/tokens.tsx').then(({ TokensPage }) => TokensPage)),
  },
  {
    id: 'apiReference',
    path: 'api-reference',
    group: 'expert',
    icon: Braces,
    component: lazy(() => import('./api-reference/api-reference.tsx').then(({ ApiReferencePage }) => ApiReferencePage)),
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
