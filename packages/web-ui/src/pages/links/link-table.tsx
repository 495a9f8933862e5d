import { Pencil, Play, Trash2 } from 'lucide';
import { useMemo, useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { devicePath } from '../../net/device-path.js';
import { type DeviceKey, deviceKeyOf } from '../../store/points.js';
import { Button } from '../../ui/form/button.tsx';
import { useRefusal } from '../../ui/form/use-permission.js';
import { type Column, Table } from '../../ui/table/table.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { deviceOf, endOf, type Link, linkKey, linkName } from './link.js';
import { EditLink, RemoveLink, TestLink } from './link-dialogs.tsx';
import type { LinkProfiles } from './link-profiles.js';
import { linksTexts } from './texts.js';
import './links.css';

type Action = 'edit' | 'test' | 'remove';

interface LinkTableProps {
  readonly links: readonly Link[];
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  /** Reads the profiles of shown rows, where the links come without them. */
  readonly profiles?: LinkProfiles;
  /** Something about them was changed. */
  readonly onChanged: () => void;
}

/** Links in one table, each with its actions. */
export function LinkTable({ links, sort, onSort, profiles, onChanged }: LinkTableProps) {
  const say = useTexts(linksTexts);
  const formats = useFormats();
  const refusal = useRefusal('operator');
  const [open, setOpen] = useState<{ readonly action: Action; readonly link: Link }>();
  const columns = useMemo((): readonly Column<Link>[] => {
    const by = (text: (link: Link) => string) => (a: Link, b: Link) => formats.compare(text(a), text(b));
    return [
      {
        id: 'sender',
        title: say('sender'),
        width: 'minmax(11rem, 1.4fr)',
        isTitle: true,
        compare: by((link) => endOf(link, 'sender').title),
        cell: (link) => <End link={link} end="sender" />,
      },
      {
        id: 'receiver',
        title: say('receiver'),
        width: 'minmax(11rem, 1.4fr)',
        compare: by((link) => endOf(link, 'receiver').title),
        cell: (link) => <End link={link} end="receiver" />,
      },
      ...profileColumns(say('profile'), { links, profiles, compare: by(profileText) }),
      {
        id: 'name',
        title: say('name'),
        width: 'minmax(10rem, 1.4fr)',
        compare: by(({ name = '' }) => name),
        isUnknown: ({ name = '' }) => name === '',
        cell: ({ name, description }) => (
          <span class="two-lines">
            <span class="private">{name || '—'}</span>
            <span class="private dim small">{description}</span>
          </span>
        ),
      },
      {
        id: 'ccu',
        title: say('ccu'),
        width: 'minmax(8.5rem, 0.9fr)',
        compare: by(({ interface_id = '' }) => interface_id),
        cell: ({ central_name = '', interface_id = '' }) => (
          <span class="dim">
            <span class="private">{central_name}</span> · {interface_id.slice(central_name.length + 1)}
          </span>
        ),
      },
      {
        id: 'actions',
        title: say('actions'),
        width: '8.5rem',
        cell: (link) => <Actions link={link} refusal={refusal} onOpen={(action) => setOpen({ action, link })} />,
      },
    ];
  }, [say, formats, refusal, links, profiles]);
  const Shown = open === undefined ? undefined : { edit: EditLink, test: TestLink, remove: RemoveLink }[open.action];
  // The list is read again after a change; the search may leave out the link of the open window.
  const current = open && (links.find((link) => linkKey(link) === linkKey(open.link)) ?? open.link);
  return (
    <>
      <Table label={say('title')} rows={links} columns={columns} rowKey={linkKey} sort={sort} onSort={onSort} />
      {Shown !== undefined && <Shown link={current!} onClose={() => setOpen(undefined)} onChanged={onChanged} />}
    </>
  );
}

/** The column of profiles; none where no link has one and none can be read. */
function profileColumns(
  title: string,
  {
    links,
    profiles,
    compare,
  }: Pick<LinkTableProps, 'links' | 'profiles'> & { readonly compare: (a: Link, b: Link) => number },
): readonly Column<Link>[] {
  const column = { id: 'profile', title, width: 'minmax(10rem, 1.2fr)' };
  // Profiles that are read with their rows give no order.
  if (profiles !== undefined)
    return [{ ...column, cell: (link) => <ProfileOfSender link={link} profiles={profiles} /> }];
  if (!links.some(({ profile }) => profile !== undefined)) return [];
  return [{ ...column, compare, cell: (link) => <ProfileOf link={link} /> }];
}

const profileText = ({ profile }: Link): string => profile?.name ?? '';

function ProfileOf({ link: { profile } }: { readonly link: Link }) {
  const settings = profile?.settings.map(({ label, value, unit, option }) =>
    [label, option ?? [value, unit].filter(Boolean).join(' ')].join(' '),
  );
  return (
    <span class="two-lines">
      <span>{profile?.name ?? '—'}</span>
      <span class="dim small">{settings?.join(' · ')}</span>
    </span>
  );
}

interface ReadProfileProps {
  readonly link: Link;
  readonly profiles: LinkProfiles;
}

/** The profile of a link, read with its row; that of a sender without a device of the gateway cannot be read. */
function ProfileOfSender(props: ReadProfileProps) {
  const { store } = useServices();
  const { central_name: central = '', sender_address: sender } = props.link;
  const isKnown = store.device(deviceKeyOf(central, deviceOf(sender))).value !== undefined;
  return isKnown ? <ReadProfile {...props} /> : <span>—</span>;
}

function ReadProfile({ link, profiles }: ReadProfileProps) {
  const say = useTexts(linksTexts);
  const found = useMemo(() => profiles.of(link), [profiles, link]).value;
  if (found.state !== 'read')
    return <span class="dim small">{say(found.state === 'failed' ? 'unreadProfile' : 'readingProfile')}</span>;
  const profile = found.profiles.get(linkKey(link));
  return <ProfileOf link={{ ...link, ...(profile === undefined ? {} : { profile }) }} />;
}

function End({ link, end }: { readonly link: Link; readonly end: 'sender' | 'receiver' }) {
  const { store } = useServices();
  const { address, title, detail } = endOf(link, end);
  const key: DeviceKey = deviceKeyOf(link.central_name ?? '', deviceOf(address));
  const device = store.device(key).value;
  return (
    <span class="two-lines">
      {device === undefined ? (
        <span class="private">{title}</span>
      ) : (
        <a class="private" href={devicePath(device.summary, 'links')}>
          {title}
        </a>
      )}
      <span class="private dim small">{detail}</span>
    </span>
  );
}

const ACTIONS = [
  ['edit', 'editNamed', Pencil],
  ['test', 'testNamed', Play],
  ['remove', 'removeNamed', Trash2],
] as const;

interface ActionsProps {
  readonly link: Link;
  readonly refusal: string | undefined;
  readonly onOpen: (action: Action) => void;
}

function Actions({ link, refusal, onOpen }: ActionsProps) {
  const say = useTexts(linksTexts);
  return (
    <span class="link-actions">
      {ACTIONS.map(([action, text, icon]) => (
        <Button
          key={action}
          kind="quiet"
          label={say(text, { name: linkName(link) })}
          disabledReason={refusal}
          onClick={() => onOpen(action)}
        >
          <Icon of={icon} />
        </Button>
      ))}
    </span>
  );
}
