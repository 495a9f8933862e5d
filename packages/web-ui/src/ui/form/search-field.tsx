import { Search } from 'lucide';
import { Icon } from '../value/icon.tsx';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (text: string) => void;
}

/** The search of a page; `/` goes to it. */
export function SearchField({ label, value, onInput }: SearchFieldProps) {
  return (
    <label class="input search">
      <Icon of={Search} />
      <input
        type="search"
        data-page-search
        aria-label={label}
        placeholder={label}
        value={value}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}
