import { useServices } from '../../context/services.js';
import type { Inline, Sentences as SentenceParts } from './document.js';
import { equivalentOf } from './equivalents.js';
import { SymptomLink } from './symptom-link.tsx';

/** Sentences of the document. */
export function Sentences({ of }: { readonly of: SentenceParts }) {
  return (
    <>
      {of.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </>
  );
}

function Part({ part }: { readonly part: Inline }) {
  if (typeof part === 'string') return <>{part}</>;
  if ('code' in part) return <code>{part.code}</code>;
  if ('emphasis' in part) return <em>{part.emphasis}</em>;
  if ('document' in part) return <ToDocument {...part} />;
  return <SymptomLink anchor={part.anchor}>{part.words}</SymptomLink>;
}

/** The page of the app about it, or the name of the document: the gateway does not contain the other documents. */
function ToDocument({ words, document: path }: { readonly words: string; readonly document: string }) {
  const { base, session } = useServices();
  const equivalent = equivalentOf(path);
  if (equivalent === undefined) {
    return (
      <>
        {words} <code class="dim">docs/{path}</code>
      </>
    );
  }
  return session.may(equivalent.role) ? <a href={base.at(equivalent.page)}>{words}</a> : <span>{words}</span>;
}
