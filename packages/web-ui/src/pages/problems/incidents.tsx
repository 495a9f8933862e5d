import type { CallAnswer } from '@ccu-gateway/client';
import { useMemo, useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import type { Resource } from '../../resources/resource.js';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Skeleton } from '../../ui/layout.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import { incidentTexts, isKnownIncident } from './incident-texts.js';
import { problemTexts } from './texts.js';

export type IncidentList = Resource<CallAnswer<'listIncidents'>>;
type Incident = CallAnswer<'listIncidents'>[number];

/** Earlier incidents, the newest first. */
export function Incidents({ incidents }: { readonly incidents: IncidentList }) {
  const say = useTexts(problemTexts);
  const sayIncident = useTexts(incidentTexts);
  const formats = useFormats();
  const { value, error, loading } = incidents.current.value;
  const columns = useMemo<readonly Column<Incident>[]>(
    () => [
      {
        id: 'when',
        title: say('when'),
        width: '12rem',
        cell: ({ when }) => formats.dateTime(Date.parse(when)),
      },
      {
        id: 'where',
        title: say('where'),
        width: 'minmax(8rem, 1fr)',
        cell: ({ component }) => <span class="private">{component}</span>,
      },
      {
        id: 'what',
        title: say('what'),
        width: 'minmax(12rem, 3fr)',
        isTitle: true,
        cell: ({ summary, code, facts, detail }) => (
          <>
            {isKnownIncident(code) ? sayIncident(code, facts) : <span lang="en">{summary}</span>}
            {detail !== undefined && <span class="small dim incident-detail private">{detail}</span>}
          </>
        ),
      },
    ],
    [say, sayIncident, formats],
  );
  return (
    <section class="stack" aria-labelledby="incidents">
      <div class="row">
        <div class="grow">
          <h2 id="incidents">{say('incidents')}</h2>
          <p class="small dim">{say('incidentsHint')}</p>
        </div>
        {value !== undefined && value.length > 0 && <Forget onDone={() => void incidents.reload()} />}
      </div>
      {error !== undefined && <ErrorBox error={error} retry={() => void incidents.reload()} />}
      {value === undefined && loading && <Skeleton height="3rem" count={2} />}
      {value?.length === 0 && <p class="dim">{say('noIncidents')}</p>}
      {value !== undefined && value.length > 0 && (
        <Table
          label={say('incidents')}
          rows={value}
          columns={columns}
          rowKey={({ id }) => id}
          sort=""
          onSort={() => {}}
        />
      )}
    </section>
  );
}

function Forget({ onDone }: { readonly onDone: () => void }) {
  const { gateway } = useServices();
  const say = useTexts(problemTexts);
  const [open, setOpen] = useState(false);
  const action = useAction();
  const run = async () => {
    if (!(await action.run(() => gateway.call('clearIncidents')))) return;
    setOpen(false);
    onDone();
  };
  return (
    <>
      <Button disabledReason={useRefusal('admin')} onClick={() => setOpen(true)}>
        {say('clear')}
      </Button>
      {open && (
        <Dialog
          title={say('clear')}
          onClose={() => setOpen(false)}
          actions={
            <>
              <Button kind="danger" onClick={() => void run()}>
                {say('clear')}
              </Button>
              <Button onClick={() => setOpen(false)}>{say('cancel')}</Button>
            </>
          }
        >
          <p>{say('clearSure')}</p>
          {action.error !== undefined && <ErrorBox error={action.error} />}
        </Dialog>
      )}
    </>
  );
}
