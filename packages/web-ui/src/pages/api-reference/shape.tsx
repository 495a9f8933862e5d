import { useTexts } from '../../context/services.js';
import type { Schema } from './document.js';
import { linesOf, type Schemas, typeText } from './example.js';
import { apiTexts } from './texts.js';

interface ShapeProps {
  readonly title: string;
  readonly schema: Schema | undefined;
  readonly schemas: Schemas;
}

/** The members of a shape, behind a line that opens. */
export function Shape({ title, schema, schemas }: ShapeProps) {
  const say = useTexts(apiTexts);
  if (schema === undefined) return null;
  const lines = linesOf(schema, schemas);
  return (
    <details class="api-shape">
      <summary>
        {title} <code class="dim">{typeText(schema, schemas)}</code>
      </summary>
      {lines.length > 0 && (
        <dl>
          {lines.map(({ name, type, isRequired, description }) => (
            <div key={name}>
              <dt>
                <code>{name}</code> <code class="dim">{type}</code>{' '}
                {isRequired && <span class="small dim">{say('required')}</span>}
              </dt>
              {description !== '' && <dd class="small">{description}</dd>}
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}
