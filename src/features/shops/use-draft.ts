import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

interface Draft {
  /** When it was written, ISO 8601. */
  at: string;
  values: FieldValues;
}

/**
 * Keeps what is typed into a new record in this browser until it is saved, and brings it back (design §7). Nothing
 * happens without a key, which has to be there from the start.
 */
export function useDraft(form: UseFormReturn<FieldValues>, key: string | undefined) {
  const [draft, setDraft] = useState(() => (key === undefined ? undefined : read(key)));
  const [keptAt, setKeptAt] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form
  useEffect(() => {
    if (key === undefined) return;
    if (draft) form.reset({ ...form.getValues(), ...draft.values }, { keepDefaultValues: true });
    const { unsubscribe } = form.watch((values) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const at = new Date().toISOString();
        if (write(key, { at, values })) setKeptAt(at);
      }, 800);
    });
    return () => {
      clearTimeout(timer.current);
      unsubscribe();
    };
  }, [key]);

  function forget() {
    clearTimeout(timer.current);
    if (key !== undefined) localStorage.removeItem(key);
    setDraft(undefined);
    setKeptAt(undefined);
  }

  return {
    /** When the draft was written that has been brought back. */
    found: draft?.at,
    keptAt,
    /** After saving: the record itself is what counts now. */
    forget,
    /** Empties the form. */
    drop: () => {
      form.reset();
      forget();
    },
  };
}

function read(key: string): Draft | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isDraft(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

function isDraft(stored: unknown): stored is Draft {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    'at' in stored &&
    typeof stored.at === 'string' &&
    'values' in stored &&
    typeof stored.values === 'object'
  );
}

/** False when the storage is full or forbidden: the form works without it. */
function write(key: string, draft: Draft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}
