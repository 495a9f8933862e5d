import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { helpOfPart } from '../../help/problem-help.js';
import { CopyButton } from '../../ui/form/copy-button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { HelpLink } from '../../ui/help-link.tsx';
import { Card, Chip, Empty, PageHeader, Skeleton } from '../../ui/layout.tsx';
import { CcuList } from './ccu-list.tsx';
import { GatewayCard } from './gateway-card.tsx';
import { type Health, STATUS_LOOKS, worstFirst } from './status.js';
import { systemTexts } from './texts.js';
import './system.css';

/** How the gateway itself is: version, figures of the process, its parts, the CCUs, and its doors for programs. */
export function SystemPage() {
  const say = useTexts(systemTexts);
  const { base } = useServices();
  const health = useResource(
    // A report of something broken comes with the status 503, and is read all the same.
    async () => (await fetch(new URL('api/v1/health', base.url))).json() as Promise<Health>,
    { refreshOn: ['central.readiness_changed', 'connectivity.changed'] },
  );
  const info = useResource(({ gateway }) => gateway.call('getInfo'));
  const { value: report, error } = health.current.value;
  const reload = () => void Promise.all([health.reload(), info.reload()]);
  const failed = error ?? info.current.value.error;
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <CopyButton
            label={say('copy')}
            text={() => JSON.stringify({ info: info.current.value.value, health: report }, null, 2)}
          />
        }
      >
        {say('intro')}
      </PageHeader>
      {failed !== undefined && <ErrorBox error={failed} retry={reload} />}
      <div class="system">
        <div class="stack">
          <GatewayCard info={info.current.value.value} />
          <Doors />
        </div>
        <div class="stack">
          <CcuList />
          <Parts report={report} />
        </div>
      </div>
    </>
  );
}

function StatusChip({ status }: { readonly status: Health['status'] }) {
  const say = useTexts(systemTexts);
  return <Chip {...(STATUS_LOOKS[status] ?? STATUS_LOOKS.unknown)}>{say(status)}</Chip>;
}

function Parts({ report }: { readonly report: Health | undefined }) {
  const say = useTexts(systemTexts);
  const formats = useFormats();
  const { clock } = useServices();
  return (
    <Card title={say('parts')} aside={report !== undefined && <StatusChip status={report.status} />}>
      {report === undefined && <Skeleton height="2rem" count={4} />}
      {report?.components.length === 0 && <Empty title={say('noParts')} />}
      {report !== undefined && (
        <ul class="parts">
          {worstFirst(report.components).map(({ name, status, note = '', recorded_at }) => (
            <li key={name}>
              <span>
                <code class="private">{name}</code>{' '}
                <span class="dim small">
                  {say('checked', { age: formats.age(Date.parse(recorded_at), clock.value) })}
                </span>
              </span>
              <StatusChip status={status} />
              {note !== '' && <span class="part-note small private">{note}</span>}
              {(status === 'degraded' || status === 'unhealthy') && <HelpLink to={helpOfPart(name)} />}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const DOORS = [
  ['api-reference', 'linkReference', 'linkReferenceHint'],
  ['api/v1/openapi.json', 'linkOpenapi', 'linkOpenapiHint'],
  ['api/v1/ws-catalogue.json', 'linkCatalogue', 'linkCatalogueHint'],
  ['api/v1/metrics', 'linkMetrics', 'linkMetricsHint'],
] as const;

function Doors() {
  const say = useTexts(systemTexts);
  const { base } = useServices();
  return (
    <Card title={say('links')}>
      <ul class="doors">
        {DOORS.map(([path, label, hint]) => (
          <li key={path}>
            <a href={base.at(path)}>{say(label)}</a> <span class="dim small">– {say(hint)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
