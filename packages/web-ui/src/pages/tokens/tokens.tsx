import { Clock, KeyRound, Plug } from 'lucide';
import { useMemo, useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import type { Formats } from '../../i18n/formats.js';
import type { Say } from '../../i18n/texts.js';
import { Button } from '../../ui/form/button.tsx';
import { Confirm } from '../../ui/form/confirm.tsx';
import { CopyButton } from '../../ui/form/copy-button.tsx';
import { Chip, Empty, PageHeader } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import { uiTexts } from '../../ui/value/texts.js';
import { MintDialog } from './mint-dialog.tsx';
import { tokensTexts } from './texts.js';
import { expiryOf, isUnused, lastUseOf, type Token } from './token-facts.js';
import './tokens.css';

/** Tokens of programs: subject, age, last address, and revocation. */
export function TokensPage() {
  const say = useTexts(tokensTexts);
  const { query, setQuery } = useHere();
  const [minting, setMinting] = useState(query.new !== undefined);
  const [revoking, setRevoking] = useState<Token>();
  const tokens = useResource(({ gateway }) => gateway.call('listTokensV2'));
  const closeMint = () => {
    setMinting(false);
    if (query.new !== undefined) setQuery({ new: '' });
    void tokens.reload();
  };
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <Button kind="primary" onClick={() => setMinting(true)}>
            {say('mint')}
          </Button>
        }
      >
        {say('intro')}
      </PageHeader>
      <Loaded of={tokens} count={6}>
        {(found) => <TokenTable tokens={found} onRevoke={setRevoking} />}
      </Loaded>
      {minting && <MintDialog onClose={closeMint} />}
      {revoking !== undefined && (
        <RevokeDialog token={revoking} onClose={() => setRevoking(undefined)} onRevoked={() => void tokens.reload()} />
      )}
    </>
  );
}

function TokenTable({
  tokens,
  onRevoke,
}: {
  readonly tokens: readonly Token[];
  readonly onRevoke: (token: Token) => void;
}) {
  const { clock } = useServices();
  const say = useTexts(tokensTexts);
  const sayUi = useTexts(uiTexts);
  const formats = useFormats();
  const { query, setQuery } = useHere();
  const now = clock.value;
  const columns = useMemo(() => columnsOf({ say, sayUi, formats, now, onRevoke }), [say, sayUi, formats, now]);
  if (tokens.length === 0) {
    return (
      <Empty title={say('none')} icon={KeyRound}>
        <p>{say('noneHint')}</p>
      </Empty>
    );
  }
  return (
    <Table
      label={say('title')}
      rows={tokens}
      columns={columns}
      rowKey={({ fingerprint }) => fingerprint}
      sort={query.sort ?? 'subject'}
      onSort={(sort) => setQuery({ sort: sort === 'subject' ? '' : sort })}
      rowHeight={64}
    />
  );
}

interface ColumnParts {
  readonly say: Say<typeof tokensTexts>;
  readonly sayUi: Say<typeof uiTexts>;
  readonly formats: Formats;
  readonly now: number;
  readonly onRevoke: (token: Token) => void;
}

function columnsOf(parts: ColumnParts): readonly Column<Token>[] {
  const { say, sayUi, formats, onRevoke } = parts;
  return [
    {
      id: 'subject',
      title: say('subject'),
      width: 'minmax(8.25rem, 1.8fr)',
      isTitle: true,
      compare: (a, b) => formats.compare(a.subject, b.subject),
      cell: ({ subject, fingerprint }) => (
        <>
          <span class="private">{subject}</span>
          <span class="under small dim fingerprint" title={say('fingerprint')}>
            <span class="visually-hidden">{say('fingerprint')}: </span>
            <code>{fingerprint.slice(0, 8)}</code>
            <CopyButton label={say('copyFingerprint')} text={() => fingerprint} />
          </span>
        </>
      ),
    },
    {
      id: 'role',
      title: say('role'),
      width: 'minmax(5.5rem, 0.8fr)',
      compare: (a, b) => formats.compare(a.role, b.role),
      cell: ({ role }) => sayUi(role),
    },
    ...timeColumns(parts),
    {
      id: 'actions',
      title: say('actions'),
      width: '8.25rem',
      align: 'end',
      cell: (token) => (
        <Button kind="danger" onClick={() => onRevoke(token)}>
          {say('revoke')}
          <span class="visually-hidden"> {token.subject}</span>
        </Button>
      ),
    },
  ];
}

function timeColumns({ say, formats, now }: ColumnParts): readonly Column<Token>[] {
  const at = (text: string | null | undefined, absent: number) => (text ? Date.parse(text) : absent);
  return [
    {
      id: 'expires',
      title: say('expires'),
      width: 'minmax(8.5rem, 1fr)',
      compare: (a, b) => at(a.expires_at, Number.MAX_SAFE_INTEGER) - at(b.expires_at, Number.MAX_SAFE_INTEGER),
      cell: (token) => {
        const { key, days, tone } = expiryOf(token, now);
        return (
          <>
            <Chip tone={tone} icon={Clock}>
              {say(key, { n: days })}
            </Chip>
            <CreatedBy token={token} />
          </>
        );
      },
    },
    {
      id: 'used',
      title: say('lastUsed'),
      width: 'minmax(8.5rem, 1.2fr)',
      compare: (a, b) => at(a.last_seen_at, 0) - at(b.last_seen_at, 0),
      isUnknown: ({ last_seen_at: seen }) => !seen,
      cell: (token) => {
        const { last_seen_at: seen, live_sockets: sockets = 0 } = token;
        return (
          <span>
            {typeof seen !== 'string' ? say('neverUsed') : formats.age(Date.parse(seen), now)}
            <span class="under small dim private">{lastUseOf(token)}</span>
            {sockets > 0 && (
              <Chip tone="good" icon={Plug}>
                {say('socketCount', { n: sockets })}
              </Chip>
            )}
            {isUnused(token, now) && <span class="under small">{say('unused')}</span>}
          </span>
        );
      },
    },
  ];
}

/** Creation time of a token, and its creator where it was recorded. */
function CreatedBy({ token }: { readonly token: Token }) {
  const { clock } = useServices();
  const say = useTexts(tokensTexts);
  const formats = useFormats();
  const at = Date.parse(token.created_at);
  const { created_by: name } = token;
  const time = formats.age(at, Math.max(clock.value, at));
  return (
    <span class="under small dim" title={formats.dateTime(at)}>
      {name === undefined ? say('made', { time }) : say('madeBy', { time, name })}
    </span>
  );
}

/** Shows the connections that end before a token is revoked. */
function RevokeDialog({
  token,
  onClose,
  onRevoked,
}: {
  readonly token: Token;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
}) {
  const { gateway, announce } = useServices();
  const say = useTexts(tokensTexts);
  const { subject: name, live_sockets: open = 0 } = token;
  return (
    <Confirm
      title={say('revokeTitle', { name })}
      action={say('revoke')}
      onClose={onClose}
      onConfirm={async () => {
        await gateway.call('deleteTokenV2', { path: { fingerprint: token.fingerprint } });
        announce(say('revoked', { name }));
        onRevoked();
      }}
    >
      <p>{say('revokeEffect')}</p>
      {open === 0 ? <p class="dim">{say('revokeNone')}</p> : <p>{say('revokeCloses', { n: open })}</p>}
    </Confirm>
  );
}
