import { CircleCheck, OctagonAlert, RefreshCw, TriangleAlert } from 'lucide';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { CodeBlock } from '../../ui/form/code-block.tsx';
import { CopyButton } from '../../ui/form/copy-button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { HelpLink } from '../../ui/help-link.tsx';
import { Card, Chip, PageHeader } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { anchorIn, asText, byHop, type DoctorFinding, type DoctorReport, type HopFindings } from './report.js';
import { doctorTexts } from './texts.js';
import { wordsOf } from './words.js';
import './doctor.css';

/** Each interface is given time to answer and to send an event. */
const PATIENCE_MS = 180_000;

/** Problems between the configuration and an event, hop by hop, with their remedies. */
export function DoctorPage() {
  const say = useTexts(doctorTexts);
  const report = useResource(({ gateway, scope }) =>
    gateway.call('runDoctor', { query: scope.query(), timeoutMs: PATIENCE_MS }),
  );
  const { value, error, loading } = report.current.value;
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <div class="row">
            {value !== undefined && <CopyButton label={say('copyReport')} text={() => asText(value)} />}
            <Button
              kind="primary"
              disabledReason={loading ? say('running') : undefined}
              onClick={() => void report.reload()}
            >
              <Icon of={RefreshCw} />
              {say('again')}
            </Button>
          </div>
        }
      >
        {say('about')}
      </PageHeader>
      <div class="stack">
        {loading && <Running />}
        {error !== undefined && !loading && <ErrorBox error={error} retry={() => void report.reload()} />}
        {value !== undefined && <Report report={value} />}
      </div>
    </>
  );
}

function Running() {
  const say = useTexts(doctorTexts);
  return (
    <Card>
      <div class="stack" role="status">
        <strong>{say('running')}</strong>
        <progress class="doctor-progress" aria-label={say('running')} />
        <p class="small dim">{say('runningHint')}</p>
      </div>
    </Card>
  );
}

function Report({ report: { findings, problems, warnings, examined_at: at } }: { readonly report: DoctorReport }) {
  const say = useTexts(doctorTexts);
  const formats = useFormats();
  const { query, setQuery } = useHere();
  const hops = byHop(findings);
  const onlyWrong = query.show === 'wrong';
  const isHealthy = problems + warnings === 0;
  return (
    <>
      {isHealthy && (
        <Notice tone="good" live>
          <strong>{say('healthy')}</strong>
          <p>{say('healthyHint', { n: findings.length })}</p>
        </Notice>
      )}
      <div class="row">
        {problems > 0 && <Chip tone="bad">{say('problems', { n: problems })}</Chip>}
        {warnings > 0 && <Chip tone="warn">{say('warnings', { n: warnings })}</Chip>}
        <Chip tone="good">{say('fine', { n: findings.length - problems - warnings })}</Chip>
        <span class="dim small">{say('examined', { time: formats.dateTime(Date.parse(at)) })}</span>
        {!isHealthy && (
          <label class="chip">
            <input
              type="checkbox"
              checked={onlyWrong}
              onChange={(event) => setQuery({ show: event.currentTarget.checked ? 'wrong' : '' })}
            />
            {say('onlyWrong')}
          </label>
        )}
      </div>
      {hops
        .filter(({ wrong }) => wrong.length > 0 || !onlyWrong || isHealthy)
        .map((each) => (
          <HopCard key={each.hop} hop={each} showFine={!onlyWrong || isHealthy} />
        ))}
    </>
  );
}

function HopCard({ hop: { hop, wrong, fine }, showFine }: { readonly hop: HopFindings; readonly showFine: boolean }) {
  const say = useTexts(doctorTexts);
  const tone = wrong.some(({ severity }) => severity === 'problem') ? 'bad' : 'warn';
  return (
    <Card
      class="doctor-hop"
      title={say(hop)}
      aside={
        wrong.length > 0 ? (
          <Chip tone={tone} icon={TriangleAlert}>
            {wrong.length}
          </Chip>
        ) : (
          <Chip tone="good" icon={CircleCheck}>
            {say('fine', { n: fine.length })}
          </Chip>
        )
      }
    >
      {wrong.length > 0 && <Findings findings={wrong} />}
      {showFine && fine.length > 0 && (
        <details>
          <summary class="small dim">{say('fine', { n: fine.length })}</summary>
          <Findings findings={fine} />
        </details>
      )}
    </Card>
  );
}

function Findings({ findings }: { readonly findings: readonly DoctorFinding[] }) {
  return (
    <ul class="doctor-findings">
      {findings.map((finding, index) => (
        <Finding key={`${finding.id} ${index}`} finding={finding} />
      ))}
    </ul>
  );
}

const ICONS = { ok: CircleCheck, warning: TriangleAlert, problem: OctagonAlert } as const;

function Finding({ finding }: { readonly finding: DoctorFinding }) {
  const { severity, id, central, interface: name, gateway, fix, docs } = finding;
  const { language } = useServices();
  const say = useTexts(doctorTexts);
  const words = wordsOf(finding, language.current.value);
  return (
    <li class={`doctor-finding ${severity}`}>
      <Icon of={ICONS[severity]} />
      <div class="grow">
        <div>
          <strong class="private" lang={words.what.language}>
            {words.what.text}
          </strong>
        </div>
        {words.why !== undefined && (
          <p class="small" lang={words.why.language}>
            {words.why.text}
          </p>
        )}
        {words.fix !== undefined && (
          <p>
            {say('fix')}: <span lang={words.fix.language}>{words.fix.text}</span>
          </p>
        )}
        {fix?.setting !== undefined && (
          <div class="row small">
            <span>
              {say('setting')}: <code>{fix.setting}</code>
            </span>
            <CopyButton label={say('copy')} text={() => fix.setting ?? ''} />
          </div>
        )}
        {fix?.command !== undefined && <CodeBlock title={say('command')} text={fix.command} copyLabel={say('copy')} />}
        <span class="dim small">
          {severity !== 'ok' && <>{say(severity)} · </>}
          {[central, name, gateway && say('seenFrom', { gateway })]
            .filter((each) => each !== undefined)
            .map((each) => (
              <span key={each}>{each} · </span>
            ))}
          <code>{id}</code>
        </span>
        {docs !== undefined && (
          <div>
            <HelpLink to={anchorIn(docs)} />
          </div>
        )}
      </div>
    </li>
  );
}
