import Router from 'next/router';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { isTyping } from '@/lib/hooks/use-shortcut';
import { fieldClass } from './field-style';

interface SearchInputProps {
  value: string;
  label: string;
  clearLabel: string;
  onSearch: (text: string) => void;
}

const pauseMs = 300;

/** Searches 300 ms after the last key or immediately on Enter; `/` focuses it. */
export function SearchInput({ value, label, clearLabel, onSearch }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const { text, setText, submit } = useSearchText(value, onSearch);
  useSlashKey(input);

  return (
    <search className="relative block w-75 max-w-full phone:w-full">
      <SpriteIcon
        name="search"
        className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-ink-third"
      />
      <input
        ref={input}
        type="search"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        value={text}
        maxLength={200}
        className={`${fieldClass} peer h-8.5 appearance-none [&::-webkit-search-cancel-button]:hidden ps-9 pe-9 pointer-coarse:h-10`}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // Within a form it searches, and sends nothing.
            event.preventDefault();
            submit(text);
          }
          if (event.key === 'Escape' && text) setText('');
        }}
      />
      {text ? (
        <button
          type="button"
          aria-label={clearLabel}
          className="absolute inset-y-0 end-1 my-auto grid size-7 pointer-coarse:size-10 place-items-center rounded-control text-ink-second hover:bg-line-faint"
          onClick={() => {
            setText('');
            submit('');
            input.current?.focus();
          }}
        >
          <SpriteIcon name="x" className="size-4" />
        </button>
      ) : (
        // biome-ignore lint/a11y/noAriaHiddenOnFocusable: decorative, not focusable
        <kbd
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 end-2.5 my-auto grid h-5 min-w-5 place-items-center rounded-badge border border-line px-1 font-[inherit] text-small text-ink-third peer-focus:hidden pointer-coarse:hidden"
        >
          /
        </kbd>
      )}
    </search>
  );
}

function useSearchText(value: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(value);
  const submitted = useRef(value);
  const search = useRef(onSearch);
  search.current = onSearch;

  // Back and forward change `value`, too; our own submitted search must not overwrite newer typing.
  useEffect(() => {
    if (value === submitted.current) return;
    submitted.current = value;
    setText(value);
  }, [value]);

  const submit = useCallback((query: string) => {
    if (query.trim() === submitted.current) return;
    submitted.current = query.trim();
    search.current(query.trim());
  }, []);

  useEffect(() => {
    const timer = setTimeout(() => submit(text), pauseMs);
    // Whoever opens a row meanwhile is not called back to the list.
    const stop = (_url: string, { shallow }: { shallow: boolean }) => {
      if (!shallow) clearTimeout(timer);
    };
    Router.events.on('routeChangeStart', stop);
    return () => {
      clearTimeout(timer);
      Router.events.off('routeChangeStart', stop);
    };
  }, [text, submit]);
  return { text, setText, submit };
}

/** `/` focuses the search of the list. */
function useSlashKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.code !== 'Slash' && event.key !== '/') return;
      if (isTyping(event) || event.shiftKey || event.key === '?') return;
      event.preventDefault();
      // The search of the list takes precedence over the one in the top bar.
      event.stopPropagation();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener('keydown', handleKey, true);
    return () => window.removeEventListener('keydown', handleKey, true);
  }, [input]);
}
