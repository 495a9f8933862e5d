import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { CodeBlock } from '../../ui/form/code-block.tsx';
import { curlOf, type Filled, keyOf, typeScriptOf } from './call-text.js';
import type { Parameter, RestEntry } from './document.js';
import { exampleOf, resolve, type Schemas, typeText } from './example.js';
import { Shape } from './shape.tsx';
import { apiTexts } from './texts.js';
import { TryIt } from './try-it.tsx';

/** One operation: its input and answers, a form to try it, and the same call for a shell and a program. */
export function RestDetail({ entry, schemas }: { readonly entry: RestEntry; readonly schemas: Schemas }) {
  const say = useTexts(apiTexts);
  const { base, gateway } = useServices();
  const [filled, setFilled] = useState<Filled>(() => ({
    values: {},
    body: entry.body === undefined ? undefined : JSON.stringify(exampleOf(entry.body, schemas), null, 2),
  }));
  const fill = (key: string, text: string) => setFilled({ ...filled, values: { ...filled.values, [key]: text } });
  const api = new URL('api/v1', base.url).href;
  return (
    <div class="api-detail">
      {entry.description.split('\n\n').map((each) => each !== '' && <p key={each}>{each}</p>)}
      {entry.parameters.length > 0 && (
        <fieldset>
          <legend>{say('parameters')}</legend>
          {entry.parameters.map((parameter) => (
            <ParameterField
              key={keyOf(parameter)}
              id={`${entry.id}-${keyOf(parameter)}`}
              parameter={parameter}
              schemas={schemas}
              value={filled.values[keyOf(parameter)] ?? ''}
              onInput={(text) => fill(keyOf(parameter), text)}
            />
          ))}
        </fieldset>
      )}
      {filled.body !== undefined && (
        <label class="api-body">
          {say('body')}
          <textarea
            class="input mono"
            rows={Math.min(14, filled.body.split('\n').length + 1)}
            spellcheck={false}
            value={filled.body}
            onInput={({ currentTarget }) => setFilled({ ...filled, body: currentTarget.value })}
          />
        </label>
      )}
      <Shape title={say('shape')} schema={entry.body} schemas={schemas} />
      <TryIt entry={entry} filled={filled} />
      <CodeBlock title={say('shell')} copyLabel={say('copyShell')} text={curlOf(entry, filled, api)} />
      <CodeBlock
        title={say('typescript')}
        copyLabel={say('copyProgram')}
        text={typeScriptOf(entry, filled, gateway.url)}
      />
      <h3>{say('answers')}</h3>
      {entry.answers.map(({ status, description, schema }) =>
        schema === undefined ? (
          <p key={status} class="small">
            <code>{status}</code> {description}
          </p>
        ) : (
          <Shape key={status} title={`${status} ${description}`} schema={schema} schemas={schemas} />
        ),
      )}
    </div>
  );
}

interface ParameterFieldProps {
  readonly id: string;
  readonly parameter: Parameter;
  readonly schemas: Schemas;
  readonly value: string;
  readonly onInput: (text: string) => void;
}

function ParameterField({ id, parameter, schemas, value, onInput }: ParameterFieldProps) {
  const say = useTexts(apiTexts);
  const { name, required = false, description = '', schema } = parameter;
  const choices = resolve(schema, schemas).enum;
  const hint = [parameter.in, typeText(schema, schemas), ...(required ? [say('required')] : [])].join(' · ');
  return (
    <div class="api-parameter">
      <label for={id}>
        <code>{name}</code> <span class="small dim">{hint}</span>
      </label>
      {choices === undefined ? (
        <input
          id={id}
          class="input"
          value={value}
          autocomplete="off"
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      ) : (
        <select id={id} class="input" value={value} onChange={({ currentTarget }) => onInput(currentTarget.value)}>
          <option value="">–</option>
          {choices.map((each) => (
            <option key={String(each)} value={String(each)}>
              {String(each)}
            </option>
          ))}
        </select>
      )}
      {description !== '' && <p class="small dim">{description}</p>}
    </div>
  );
}
