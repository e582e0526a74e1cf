import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useHashTarget } from '@/lib/hooks/use-hash-target';
import { useStoredKeys } from '@/lib/hooks/use-stored-keys';
import { useMe } from '@/lib/session/me';

interface MoreDetailsProps {
  /** The kind of page, by which a person's choice is remembered. */
  page: string;
  /** What is behind it, in a few words. */
  content: string;
  /** Ids of its parts: an address that leads to one opens it. */
  parts?: readonly string[];
  /** Opened from the start whatever was chosen: the address asks for what it holds. */
  isAsked?: boolean;
  children: ReactNode;
}

/**
 * «Подробно»: what a page has beyond a day's work, folded until asked for. It is not drawn before, so it costs nothing; on
 * paper it is there.
 */
export function MoreDetails({ page, content, parts = [], isAsked = false, children }: MoreDetailsProps) {
  const { t } = useTranslation('common');
  const { data: me } = useMe();
  const { keys, toggle } = useStoredKeys(`gostiny-details:${me?.id}`, []);
  const [isLed, setLed] = useState(isAsked);
  const isPrinted = usePrinting();
  const isOpen = keys.includes(page) || isLed;
  const id = useId();
  useLedInto(parts, () => setLed(true));
  useHashTarget(isOpen);

  function handleClick() {
    setLed(false);
    if (keys.includes(page) === isOpen) toggle(page);
  }

  return (
    <>
      <h2 className="print:hidden">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="flex min-h-11 w-full items-center gap-2 rounded-card border border-line px-4 py-2 text-start hover:bg-line-faint desk:px-5"
          onClick={handleClick}
        >
          <span className="min-w-0 flex-1">
            <span className="font-semibold">{t('text-details')}</span>
            <span className="text-ink-second">{`: ${content}`}</span>
          </span>
          <ChevronDown
            aria-hidden="true"
            className={`size-4 shrink-0 text-ink-third transition-transform ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
      </h2>
      <div id={id} className="contents">
        {(isOpen || isPrinted) && children}
      </div>
    </>
  );
}

/** Calls back when the address leads to one of the parts, at once and later. */
function useLedInto(parts: readonly string[], onLed: () => void): void {
  const names = parts.map((part) => `#${part}`).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callback only sets a state
  useEffect(() => {
    const look = () => {
      if (names.split(' ').includes(window.location.hash || '#')) onLed();
    };
    look();
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, [names]);
}

/** True while the browser prints. */
function usePrinting(): boolean {
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    // The browser takes the page as it is when the handler ends.
    const start = () => flushSync(() => setPrinted(true));
    const end = () => setPrinted(false);
    window.addEventListener('beforeprint', start);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', start);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinted;
}
