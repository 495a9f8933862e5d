import { Archive } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { HelpLink } from '../../ui/help-link.tsx';
import { Card, Empty } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CreateOwnDialog } from './create-own-dialog.tsx';
import { InspectOwnDialog } from './inspect-own-dialog.tsx';
import { type OwnStatus, ownScheduleOf, shareOf } from './own-facts.js';
import { OwnTable } from './own-table.tsx';
import { ownTexts } from './own-texts.js';
import { UploadOwnDialog } from './upload-own-dialog.tsx';

/** Backups of the gateway itself: create, inspect, upload and restore. */
export function OwnSection() {
  const say = useTexts(ownTexts);
  const { query, setQuery } = useHere();
  const [open, setOpen] = useState<'create' | 'upload'>();
  const backups = useResource(({ gateway }) => gateway.call('listOwnBackups'));
  const status = useResource(({ gateway }) => gateway.call('getOwnBackupStatus'));
  const reload = () => {
    void backups.reload();
    void status.reload();
  };
  const inspected = backups.current.value.value?.find(({ id }) => id === query.own);
  return (
    <>
      <h2>{say('title')}</h2>
      <p class="dim">{say('hint')}</p>
      <div class="row">
        <Button kind="primary" onClick={() => setOpen('create')}>
          {say('create')}
        </Button>
        <Button onClick={() => setOpen('upload')}>{say('upload')}</Button>
      </div>
      <Making onEnded={reload} />
      <Loaded of={status} count={1}>
        {(found) => <Outcomes status={found} />}
      </Loaded>
      <Loaded of={backups}>
        {(found) =>
          found.length === 0 ? (
            <Empty title={say('none')} icon={Archive}>
              <p>{say('noneHint')}</p>
            </Empty>
          ) : (
            <OwnTable backups={found} onInspect={({ id }) => setQuery({ own: id })} />
          )
        }
      </Loaded>
      <Place dir={status.current.value.value?.dir} />
      {open === 'create' && <CreateOwnDialog onClose={() => setOpen(undefined)} />}
      {open === 'upload' && (
        <UploadOwnDialog
          onClose={() => setOpen(undefined)}
          onUploaded={(id) => {
            reload();
            setQuery({ own: id });
          }}
        />
      )}
      {inspected !== undefined && (
        <InspectOwnDialog backup={inspected} onClose={() => setQuery({ own: '' })} onChanged={reload} />
      )}
    </>
  );
}

/** Progress of a backup while it is made. */
function Making({ onEnded }: { readonly onEnded: () => void }) {
  const { connection } = useServices();
  const say = useTexts(ownTexts);
  const [share, setShare] = useState<{ readonly percent: number | undefined }>();
  const [made, setMade] = useState(false);
  useEffect(
    () =>
      connection.onEvent((event) => {
        if (event.type !== 'own_backup.progress') return;
        const { state, done_bytes: done, total_bytes: total } = event.payload;
        setShare(state === 'running' ? { percent: shareOf(done, total) } : undefined);
        setMade(state === 'done');
        // Progress changes no list.
        if (state !== 'running') onEnded();
      }),
    [connection],
  );
  return (
    <>
      {share !== undefined && (
        <Notice tone="info" live>
          {share.percent === undefined ? say('making') : say('makingShare', { n: share.percent })}
        </Notice>
      )}
      {made && share === undefined && (
        <Notice tone="good" live>
          {say('made')}
        </Notice>
      )}
    </>
  );
}

/** Outcome of the last backup, and of the restore before this start of the gateway. */
function Outcomes({ status: { last, restored } }: { readonly status: OwnStatus }) {
  const say = useTexts(ownTexts);
  const formats = useFormats();
  return (
    <>
      {last?.state === 'failed' && (
        <Notice tone="bad">
          {say('failed', { why: last.error ?? '' })} <HelpLink to="backup-fails" />
        </Notice>
      )}
      {restored?.state === 'failed' && (
        <Notice tone="bad">{say('notRestored', { id: restored.id, why: restored.error ?? '' })}</Notice>
      )}
      {restored?.state === 'done' && (
        <Notice tone="good">
          {say('restored', {
            id: restored.id,
            time: formats.dateTime(Date.parse(restored.finished_at)),
            n: restored.sessions_ended ?? 0,
          })}{' '}
          {restored.replaced != null && say('restoredAside', { folder: restored.replaced })}{' '}
          {restored.config != null && say('restoredConfig', { file: restored.config })}
        </Notice>
      )}
      {(restored?.pins_lost ?? 0) > 0 && (
        <Notice tone="warn">{say('pinsLost', { n: restored?.pins_lost ?? 0 })}</Notice>
      )}
      {restored?.revocations_known === false && <Notice tone="warn">{say('revocationsLost')}</Notice>}
    </>
  );
}

/** Where they are kept, and when they are made by themselves. */
function Place({ dir }: { readonly dir: string | undefined }) {
  const { base } = useServices();
  const say = useTexts(ownTexts);
  const section = useResource(({ gateway }) => gateway.call('getConfigSection', { path: { section: 'backup' } }));
  return (
    <Card
      title={say('scheduleTitle')}
      aside={
        <a class="button" href={base.at('settings?section=backup')}>
          {say('changeSchedule')}
        </a>
      }
    >
      <Loaded of={section} count={1}>
        {(found) => {
          const { every, keep } = ownScheduleOf(found);
          if (every === undefined) return <p>{say('scheduleOff')}</p>;
          return <p>{keep === 0 ? say('scheduleAll', { time: every }) : say('schedule', { time: every, n: keep })}</p>;
        }}
      </Loaded>
      {dir !== undefined && (
        <p class="small dim">
          <code class="private">{dir}</code>
        </p>
      )}
    </Card>
  );
}
