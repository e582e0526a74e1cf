import { useCallback, useEffect, useRef, useState } from 'react';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { isTyping } from '@/lib/hooks/use-shortcut';
import { fieldClass } from './field-style';

interface SearchInputProps {
  /** What is searched for now. */
  value: string;
  label: string;
  clearLabel: string;
  onSearch: (text: string) => void;
}

const pauseMs = 300;

/** Searches 300 ms after the last key or at once on Enter; `/` brings the caret here. */
export function SearchInput({ value, label, clearLabel, onSearch }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const search = useRef(onSearch);
  search.current = onSearch;

  // Back and forward change the search from outside; our own answer coming back must not undo newer typing.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);

  const ask = useCallback((wanted: string) => {
    if (wanted.trim() === asked.current) return;
    asked.current = wanted.trim();
    search.current(wanted.trim());
  }, []);

  useEffect(() => {
    const timer = setTimeout(() => ask(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, ask]);

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.code !== 'Slash' && event.key !== '/') return;
      if (isTyping(event) || event.shiftKey || event.key === '?') return;
      event.preventDefault();
      // The list's own search wins over the search of pages in the top bar.
      event.stopPropagation();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener('keydown', handleKey, true);
    return () => window.removeEventListener('keydown', handleKey, true);
  }, []);

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
          if (event.key === 'Enter') ask(text);
          if (event.key === 'Escape' && text) setText('');
        }}
      />
      {text ? (
        <button
          type="button"
          aria-label={clearLabel}
          className="absolute inset-y-0 end-1 my-auto grid size-7 pointer-coarse:size-9.5 place-items-center rounded-control text-ink-second hover:bg-line-faint"
          onClick={() => {
            setText('');
            ask('');
            input.current?.focus();
          }}
        >
          <SpriteIcon name="x" className="size-4" />
        </button>
      ) : (
        // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a picture of a key, it takes no focus
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
