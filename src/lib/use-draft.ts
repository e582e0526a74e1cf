import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { onCredentials } from './session';

interface Draft {
  /** When it was written, ISO 8601. */
  at: string;
  /** Of the record that was being changed; null of a new one. */
  version: number | null;
  /** Fields that differ from the record, whole. */
  values: FieldValues;
}

interface Options {
  /** Of the record that is being changed; absent for a new one. */
  version?: number | undefined;
  /** Fields that make no sense any more when the record has become another one. */
  fragile?: readonly string[];
}

export type DraftState = ReturnType<typeof useDraft>;

/**
 * Keeps what is typed into a form in this browser until it is saved, and brings it back: after a crash, after the session
 * was lost (design §7). Only what differs is kept, so that it can be laid over a record that has changed meanwhile.
 * Nothing happens without a key, which has to be there from the start.
 */
export function useDraft(form: UseFormReturn<FieldValues>, key: string | undefined, options: Options = {}) {
  const [draft, setDraft] = useState(() => (key === undefined ? undefined : findDraft(form, key, options)));
  const [keptAt, setKeptAt] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const version = useRef(options.version);
  version.current = options.version;

  const stop = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form
  useEffect(() => {
    if (key === undefined) return;
    if (draft) form.reset({ ...form.getValues(), ...draft.values }, { keepDefaultValues: true });
    const keep = () => {
      stop();
      const at = new Date().toISOString();
      const values = differing(form.getValues(), form.formState.defaultValues ?? {});
      if (Object.keys(values).length === 0) localStorage.removeItem(key);
      else if (write(key, { at, version: version.current ?? null, values })) setKeptAt(at);
    };
    const hurry = () => {
      if (timer.current !== undefined) keep();
    };
    const { unsubscribe } = form.watch(() => {
      stop();
      timer.current = setTimeout(keep, 800);
    });
    // A lost session starts the page anew at once; a phone may end a page that nobody sees.
    const unhear = onCredentials(hurry);
    window.addEventListener('pagehide', hurry);
    document.addEventListener('visibilitychange', hurry);
    return () => {
      hurry();
      unsubscribe();
      unhear();
      window.removeEventListener('pagehide', hurry);
      document.removeEventListener('visibilitychange', hurry);
    };
  }, [key]);

  function forget() {
    stop();
    if (key !== undefined) localStorage.removeItem(key);
    setDraft(undefined);
    setKeptAt(undefined);
  }

  return {
    /** When the draft was written that has been brought back. */
    found: draft?.at,
    /** True when somebody has changed the record since. */
    isOlder: draft?.isOlder ?? false,
    keptAt,
    /** After saving: the record itself is what counts now. */
    forget,
    /** Puts back what stood in the form at first. */
    drop: () => {
      form.reset();
      forget();
    },
  };
}

/** The draft as far as it differs from what the form shows; undefined when nothing of it does. */
function findDraft(form: UseFormReturn<FieldValues>, key: string, { version, fragile = [] }: Options) {
  const found = read(key);
  if (!found) return undefined;
  const isOlder = version !== undefined && found.version !== version;
  const usable = Object.entries(found.values).filter(([name]) => !isOlder || !fragile.includes(name));
  const values = differing(Object.fromEntries(usable), form.getValues());
  return Object.keys(values).length > 0 ? { at: found.at, isOlder, values } : undefined;
}

/** Fields of one side that are otherwise on the other. */
function differing(values: FieldValues, base: FieldValues): FieldValues {
  const isOther = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(base[name]);
  return Object.fromEntries(Object.entries(values).filter(isOther));
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
    typeof stored.values === 'object' &&
    stored.values !== null
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
