import { Link2 } from 'lucide';
import { useMemo, useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { type GraphLine, GraphPicture } from '../../graph/graph-picture.tsx';
import { PictureFirst } from '../../graph/picture-first.tsx';
import { devicePath } from '../../net/device-path.js';
import { type DeviceKey, deviceKeyOf } from '../../store/points.js';
import { Button } from '../../ui/form/button.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { Empty, PageHeader } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { deviceOf, endOf, type Link, linkKey, searchLinks } from '../links/link.js';
import { EditLink } from '../links/link-dialogs.tsx';
import type { LinkProfiles } from '../links/link-profiles.js';
import { LinkTable } from '../links/link-table.tsx';
import { linksTexts } from '../links/texts.js';
import { useAllLinks } from '../links/use-all-links.js';
import { endsOf, linksInRoom, type RoomsOf, roomsAt } from './link-ends.js';
import { linkMapTexts } from './texts.js';

/** All direct links as lines from senders to receivers, by rooms. */
export function LinkMapPage() {
  const { store, base } = useServices();
  const say = useTexts(linkMapTexts);
  const formats = useFormats();
  const { query, setQuery } = useHere();
  const { links, profiles } = useAllLinks();
  const { q = '', room = '' } = query;
  const devices = store.devices.value;
  const roomsOf: RoomsOf = useMemo(
    () => (central, address) => store.peekDevice(deviceKeyOf(central, address))?.summary.rooms ?? [],
    [devices],
  );
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <a class="button" href={base.at('links')}>
            {say('back')}
          </a>
        }
      >
        {say('about')}
      </PageHeader>
      <Loaded of={links} height="3rem" count={6}>
        {(all) => {
          const shown = searchLinks(linksInRoom(all.links, room, roomsOf), q);
          return (
            <div class="stack">
              <div class="row">
                <RoomFilter rooms={roomsAt(all.links, roomsOf).toSorted(formats.compare)} room={room} />
              </div>
              {shown.length === 0 ? (
                <NoLinks isFiltered={q !== '' || room !== ''} onClear={() => setQuery({ q: '', room: '' })} />
              ) : (
                <ShownLinks links={shown} profiles={profiles} roomsOf={roomsOf} onChanged={() => void links.reload()} />
              )}
            </div>
          );
        }}
      </Loaded>
    </>
  );
}

function RoomFilter({ rooms, room }: { readonly rooms: readonly string[]; readonly room: string }) {
  const say = useTexts(linkMapTexts);
  const sayLinks = useTexts(linksTexts);
  const { query, setQuery } = useHere();
  return (
    <>
      <label class="row small">
        {say('room')}
        <select
          class="input private"
          value={room}
          onChange={({ currentTarget }) => setQuery({ room: currentTarget.value })}
        >
          <option value="">{say('all')}</option>
          {rooms.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </label>
      <SearchField label={sayLinks('search')} value={query.q ?? ''} onInput={(text) => setQuery({ q: text })} />
    </>
  );
}

function NoLinks({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  const say = useTexts(linkMapTexts);
  const sayLinks = useTexts(linksTexts);
  return isFiltered ? (
    <Empty title={say('noMatch')} icon={Link2}>
      <Button onClick={onClear}>{say('clear')}</Button>
    </Empty>
  ) : (
    <Empty title={sayLinks('none')} icon={Link2}>
      <p>{sayLinks('noneOfHouse')}</p>
    </Empty>
  );
}

interface ShownLinksProps {
  readonly links: readonly Link[];
  readonly profiles: LinkProfiles;
  readonly roomsOf: RoomsOf;
  readonly onChanged: () => void;
}

function ShownLinks(props: ShownLinksProps) {
  const { links, profiles, onChanged } = props;
  const say = useTexts(linkMapTexts);
  const { query, setQuery } = useHere();
  const [openKey, open] = useState<string>();
  const opened = links.find((link) => linkKey(link) === openKey);
  return (
    <>
      <PictureFirst
        summary={say('picture')}
        picture={<LinkPicture {...props} onOpen={open} />}
        table={
          <LinkTable
            links={links}
            profiles={profiles}
            sort={query.sort ?? 'sender'}
            onSort={(sort) => setQuery({ sort: sort === 'sender' ? '' : sort })}
            onChanged={onChanged}
          />
        }
      />
      {opened !== undefined && <EditLink link={opened} onClose={() => open(undefined)} onChanged={onChanged} />}
    </>
  );
}

/** Lines beyond that number have their profile in the table and the tooltip alone. */
const MOST_TEXTS = 60;

function LinkPicture({
  links,
  profiles,
  roomsOf,
  onOpen,
}: ShownLinksProps & { readonly onOpen: (key: string) => void }) {
  const { store, base } = useServices();
  const say = useTexts(linkMapTexts);
  const formats = useFormats();
  const ends = (end: 'sender' | 'receiver') =>
    endsOf(links, end, { roomsOf, withoutRoom: say('noRoom'), compare: formats.compare });
  const deviceAt = new Map<string, DeviceKey>(
    links.flatMap((link) =>
      (['sender', 'receiver'] as const).map((end) => {
        const { central_name: central = '' } = link;
        const address = link[`${end}_address`];
        return [`${central}/${address}`, deviceKeyOf(central, deviceOf(address))] as const;
      }),
    ),
  );
  const pageOf = (id: string) => {
    const key = deviceAt.get(id);
    const device = key === undefined ? undefined : store.peekDevice(key);
    return device === undefined ? undefined : base.at(devicePath(device.summary, 'links'));
  };
  const hasTexts = links.length <= MOST_TEXTS;
  const lines = links.map((link): GraphLine => {
    const { central_name: central = '', sender_address, receiver_address } = link;
    const profile = hasTexts && pageOf(`${central}/${sender_address}`) ? profileOf(profiles, link) : undefined;
    const names = { sender: endOf(link, 'sender').title, receiver: endOf(link, 'receiver').title };
    return {
      id: linkKey(link),
      from: { side: 'left', id: `${central}/${sender_address}` },
      to: { side: 'right', id: `${central}/${receiver_address}` },
      look: '',
      label: profile === undefined ? say('line', names) : say('lineWith', { ...names, profile }),
      ...(profile === undefined ? {} : { text: profile }),
    };
  });
  return (
    <GraphPicture
      label={say('title')}
      nodes={{ left: ends('sender'), right: ends('receiver') }}
      lines={lines}
      pageOf={pageOf}
      onOpen={onOpen}
    />
  );
}

function profileOf(profiles: LinkProfiles, link: Link): string | undefined {
  const found = profiles.of(link).value;
  return found.state === 'read' ? found.profiles.get(linkKey(link))?.name : undefined;
}
