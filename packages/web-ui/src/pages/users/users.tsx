import { Ban, Users } from 'lucide';
import { useMemo, useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import type { Formats } from '../../i18n/formats.js';
import type { Say } from '../../i18n/texts.js';
import { Button } from '../../ui/form/button.tsx';
import { Chip, Empty, PageHeader } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import { uiTexts } from '../../ui/value/texts.js';
import { type Account, accountsOf } from './accounts.js';
import { AddUser } from './add-user.tsx';
import { ManageUser } from './manage-user.tsx';
import { usersTexts } from './texts.js';

const keyOf = ({ source, name }: Account) => `${source}:${name}`;

/** Accounts that can sign in, and those that are signed in. */
export function UsersPage() {
  const say = useTexts(usersTexts);
  const { query, setQuery } = useHere();
  const [adding, setAdding] = useState(false);
  const accounts = useResource(async ({ gateway }) => {
    const [names, users, sessions] = await Promise.all([
      gateway.call('listLoginNames'),
      gateway.call('listUsers'),
      gateway.call('listSessions', { query: { all: true } }),
    ]);
    return accountsOf({ names, users, sessions });
  });
  const reload = () => void accounts.reload();
  const managed = accounts.current.value.value?.find((account) => keyOf(account) === query.user);
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <Button kind="primary" onClick={() => setAdding(true)}>
            {say('add')}
          </Button>
        }
      >
        {say('intro')}
      </PageHeader>
      <Loaded of={accounts}>
        {(found) => <AccountTable accounts={found} onManage={(account) => setQuery({ user: keyOf(account) })} />}
      </Loaded>
      {adding && <AddUser onClose={() => setAdding(false)} onAdded={reload} />}
      {managed !== undefined && (
        <ManageUser account={managed} onChanged={reload} onClose={() => setQuery({ user: '' })} />
      )}
    </>
  );
}

function AccountTable({
  accounts,
  onManage,
}: {
  readonly accounts: readonly Account[];
  readonly onManage: (account: Account) => void;
}) {
  const say = useTexts(usersTexts);
  const sayUi = useTexts(uiTexts);
  const formats = useFormats();
  const { query, setQuery } = useHere();
  const columns = useMemo(() => columnsOf({ say, sayUi, formats, onManage }), [say, sayUi, formats, onManage]);
  if (accounts.length === 0) {
    return (
      <Empty title={say('none')} icon={Users}>
        <p>{say('noneHint')}</p>
      </Empty>
    );
  }
  return (
    <Table
      label={say('title')}
      rows={accounts}
      columns={columns}
      rowKey={keyOf}
      sort={query.sort ?? 'name'}
      onSort={(sort) => setQuery({ sort: sort === 'name' ? '' : sort })}
      onOpen={onManage}
    />
  );
}

function columnsOf(parts: {
  readonly say: Say<typeof usersTexts>;
  readonly sayUi: Say<typeof uiTexts>;
  readonly formats: Formats;
  readonly onManage: (account: Account) => void;
}): readonly Column<Account>[] {
  const { say, sayUi, formats, onManage } = parts;
  return [
    {
      id: 'name',
      title: say('name'),
      width: 'minmax(6.5rem, 1.5fr)',
      isTitle: true,
      compare: (a, b) => formats.compare(a.name, b.name),
      cell: (account) => <AccountName account={account} />,
    },
    {
      id: 'role',
      title: say('role'),
      width: 'minmax(8rem, 1fr)',
      compare: (a, b) => formats.compare(a.role ?? '', b.role ?? ''),
      isUnknown: ({ role }) => role === undefined,
      cell: ({ role }) => (role === undefined ? <span class="dim">{say('roleElsewhere')}</span> : sayUi(role)),
    },
    {
      id: 'source',
      title: say('source'),
      width: 'minmax(6rem, 1fr)',
      compare: (a, b) => formats.compare(a.source, b.source),
      cell: ({ source }) => say(source),
    },
    {
      id: 'seen',
      title: say('lastSeen'),
      width: 'minmax(6.5rem, 1fr)',
      compare: (a, b) => (a.lastSeenAt ?? 0) - (b.lastSeenAt ?? 0),
      isUnknown: ({ lastSeenAt }) => lastSeenAt === undefined,
      cell: ({ lastSeenAt }) => <LastSeen at={lastSeenAt} />,
    },
    {
      id: 'sessions',
      title: say('sessions'),
      width: '5.5rem',
      compare: (a, b) => a.sessionCount - b.sessionCount,
      cell: ({ sessionCount }) =>
        sessionCount === 0 ? (
          <span class="dim">{say('noSession')}</span>
        ) : (
          <Chip tone="good">{say('sessionCount', { n: sessionCount })}</Chip>
        ),
    },
    {
      id: 'actions',
      title: say('actions'),
      width: '8.5rem',
      align: 'end',
      cell: (account) => (
        <Button onClick={() => onManage(account)}>
          {say('manage')}
          <span class="visually-hidden"> {account.name}</span>
        </Button>
      ),
    },
  ];
}

function AccountName({ account: { name, disabledAt } }: { readonly account: Account }) {
  const say = useTexts(usersTexts);
  return (
    <span class="row">
      <span class="private">{name}</span>
      {disabledAt !== undefined && (
        <Chip tone="warn" icon={Ban}>
          {say('disabled')}
        </Chip>
      )}
    </span>
  );
}

function LastSeen({ at }: { readonly at: number | undefined }) {
  const { clock } = useServices();
  const say = useTexts(usersTexts);
  const formats = useFormats();
  if (at === undefined) return <span class="dim">{say('neverSeen')}</span>;
  return <span title={formats.dateTime(at)}>{formats.age(at, clock.value)}</span>;
}
