import { Archive } from 'lucide';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import type { Formats } from '../../i18n/formats.js';
import type { Say } from '../../i18n/texts.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { HelpLink } from '../../ui/help-link.tsx';
import { Card, Empty, PageHeader } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import type { Backup } from './backup-facts.js';
import { useFileColumns } from './file-columns.tsx';
import { InspectDialog } from './inspect-dialog.tsx';
import { OwnSection } from './own-section.tsx';
import { backupsTexts } from './texts.js';
import { UploadDialog } from './upload-dialog.tsx';
import { useSize } from './use-size.js';

/** System backups of the CCUs, and backups of the gateway itself. */
export function BackupsPage() {
  const { store, scope } = useServices();
  const say = useTexts(backupsTexts);
  const { query, setQuery } = useHere();
  const [uploading, setUploading] = useState(false);
  const backups = useResource(({ gateway }) => gateway.call('listBackups'), { refreshOn: ['backup.progress'] });
  const reload = () => void backups.reload();
  const centrals = [...new Set(store.interfaces.value.map(({ central_id: name = '' }) => name))];
  const inspected = backups.current.value.value?.find(({ id }) => id === query.backup);
  return (
    <>
      <PageHeader title={say('title')} actions={<Button onClick={() => setUploading(true)}>{say('upload')}</Button>}>
        {say('intro')}
      </PageHeader>
      <div class="stack">
        <h2>{say('ofCcus')}</h2>
        <Making centrals={centrals} />
        <Loaded of={backups}>
          {(found) => (
            <BackupTable
              backups={found.filter(({ central }) => scope.covers(central))}
              onInspect={({ id }) => setQuery({ backup: id })}
            />
          )}
        </Loaded>
        <Schedule />
        <OwnSection />
      </div>
      {uploading && <UploadDialog centrals={centrals} onClose={() => setUploading(false)} onUploaded={reload} />}
      {inspected !== undefined && (
        <InspectDialog backup={inspected} onClose={() => setQuery({ backup: '' })} onChanged={reload} />
      )}
    </>
  );
}

interface Progress {
  readonly state: 'begun' | 'running' | 'done' | 'failed';
  readonly bytes?: number;
  readonly error?: string;
}

/** A button for each CCU, and how far its backup is, as the events tell. */
function Making({ centrals }: { readonly centrals: readonly string[] }) {
  const { gateway, connection } = useServices();
  const say = useTexts(backupsTexts);
  const size = useSize();
  const action = useAction();
  const [progress, setProgress] = useState<Readonly<Record<string, Progress>>>({});
  useEffect(
    () =>
      connection.onEvent((event) => {
        if (event.type !== 'backup.progress') return;
        const { central, state, bytes, error } = event.payload;
        const told = { state, ...(bytes === undefined ? {} : { bytes }), ...(error === undefined ? {} : { error }) };
        setProgress((before) => ({ ...before, [central]: told }));
      }),
    [connection],
  );
  const begin = (name: string) =>
    action.run(async () => {
      setProgress((before) => ({ ...before, [name]: { state: 'begun' } }));
      await gateway.call('createBackup', { body: { central_name: name } });
    });
  return (
    <>
      <div class="row">
        {centrals.map((name) => (
          <Button key={name} kind="primary" onClick={() => void begin(name)}>
            {centrals.length === 1 ? say('create') : say('createOf', { name })}
          </Button>
        ))}
      </div>
      {Object.entries(progress).map(([name, { state, bytes = 0, error = '' }]) => (
        <Notice key={name} tone={state === 'done' ? 'good' : state === 'failed' ? 'bad' : 'info'} live>
          {say(state === 'running' && bytes === 0 ? 'begun' : state, { name, size: size(bytes), why: error })}{' '}
          {state === 'failed' && <HelpLink to="backup-fails" />}
        </Notice>
      ))}
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </>
  );
}

function BackupTable({
  backups,
  onInspect,
}: {
  readonly backups: readonly Backup[];
  readonly onInspect: (backup: Backup) => void;
}) {
  const { clock } = useServices();
  const say = useTexts(backupsTexts);
  const formats = useFormats();
  const { size, actions } = useFileColumns('backups', onInspect);
  const { query, setQuery } = useHere();
  const now = clock.value;
  const columns = useMemo(() => columnsOf({ say, formats, now, size, actions }), [say, formats, now]);
  if (backups.length === 0) {
    return (
      <Empty title={say('none')} icon={Archive}>
        <p>{say('noneHint')}</p>
      </Empty>
    );
  }
  return (
    <Table
      label={say('ofCcus')}
      rows={backups}
      columns={columns}
      rowKey={({ id }) => id}
      sort={query.sort ?? '-created'}
      onSort={(sort) => setQuery({ sort: sort === '-created' ? '' : sort })}
      onOpen={onInspect}
    />
  );
}

function columnsOf(parts: {
  readonly say: Say<typeof backupsTexts>;
  readonly formats: Formats;
  readonly now: number;
  readonly size: Column<Backup>;
  readonly actions: Column<Backup>;
}): readonly Column<Backup>[] {
  const { say, formats, now, size, actions } = parts;
  return [
    {
      id: 'created',
      title: say('created'),
      width: 'minmax(8.5rem, 1.3fr)',
      isTitle: true,
      compare: (a, b) => Date.parse(a.created_at) - Date.parse(b.created_at),
      cell: ({ created_at: at }) => (
        <span title={formats.age(Date.parse(at), now)}>{formats.dateTime(Date.parse(at))}</span>
      ),
    },
    {
      id: 'central',
      title: say('ccu'),
      width: 'minmax(5rem, 1fr)',
      compare: (a, b) => formats.compare(a.central, b.central),
      cell: ({ central }) => <span class="private">{central}</span>,
    },
    size,
    {
      id: 'product',
      title: say('product'),
      width: 'minmax(6.5rem, 1.3fr)',
      cell: ({ product, firmware_version: firmware }) => [product, firmware].filter(Boolean).join(' ') || '—',
    },
    actions,
  ];
}

function Schedule() {
  const { base } = useServices();
  const say = useTexts(backupsTexts);
  const size = useSize();
  const facts = useResource(async ({ gateway }) => {
    const [section, storage] = await Promise.all([
      gateway.call('getConfigSection', { path: { section: 'backup' } }),
      gateway.call('getBackupStorage'),
    ]);
    return { schedule: String(section.schedule ?? '0'), keep: Number(section.keep_last ?? 0), storage };
  });
  return (
    <Card
      title={say('schedule')}
      aside={
        <a class="button" href={base.at('settings?section=backup')}>
          {say('changeSchedule')}
        </a>
      }
    >
      <Loaded of={facts} count={1}>
        {({ schedule, keep, storage }) => (
          <>
            <p>
              {/^0+[a-z]*$/.test(schedule)
                ? say('scheduleOff')
                : say('scheduleOn', {
                    time: schedule,
                    keep: keep === 0 ? say('keepAll') : say('keepLast', { n: keep }),
                  })}
            </p>
            <p class="small dim">
              {say('storage', { n: storage.count, size: size(storage.bytes) })}
              {storage.dir !== undefined && (
                <>
                  {' · '}
                  <code class="private">{storage.dir}</code>
                </>
              )}
            </p>
          </>
        )}
      </Loaded>
    </Card>
  );
}
