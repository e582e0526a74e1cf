import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { onCredentials } from '@/lib/session/session';
import { renewDraftFiles } from './draft-files';

interface Draft {
  /** When it was written, ISO 8601. */
  at: string;
  /** Of the record that was being changed; null of a new one. */
  version: number | null;
  /** Fields that differ from the record, whole. */
  values: FieldValues;
}

/** A draft whose values are texts already. */
interface Written extends Omit<Draft, 'values'> {
  texts: readonly [name: string, json: string | undefined][];
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
  const [kept] = useState(() => new KeptAt());
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
    if (draft) {
      form.reset({ ...form.getValues(), ...draft.values }, { keepDefaultValues: true });
      void renewDraftFiles(form, draft.values);
    }
    const keep = () => {
      stop();
      const at = new Date().toISOString();
      const texts = differingTexts(form.getValues(), form.formState.defaultValues ?? {});
      if (texts.length === 0) localStorage.removeItem(key);
      else if (write(key, { at, version: version.current ?? null, texts })) kept.set(at);
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
    kept.set(undefined);
  }

  return {
    /** When the draft was written that has been brought back. */
    found: draft?.at,
    /** True when somebody has changed the record since. */
    isOlder: draft?.isOlder ?? false,
    /** When it was kept last; whoever shows it hears of it, the form is not drawn anew for that. */
    kept,
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
  return Object.fromEntries(differingTexts(values, base).map(([name]) => [name, values[name]]));
}

/** Their names, and their values as JSON: of thousands of rows it is made once for the comparison and the keeping. */
function differingTexts(values: FieldValues, base: FieldValues): [string, string | undefined][] {
  return Object.entries(values).flatMap(([name, value]): [string, string | undefined][] => {
    // The library gives what it cannot copy to both sides.
    if (value === base[name]) return [];
    const text = textOf(value);
    return text === textOf(base[name]) ? [] : [[name, text]];
  });
}

const knownTexts = new WeakMap<object, string>();

/** What says itself what a draft keeps of it (`toJSON`) is replaced, never changed: its text is made once. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('toJSON' in value)) return JSON.stringify(value);
  const text = knownTexts.get(value) ?? JSON.stringify(value);
  knownTexts.set(value, text);
  return text;
}

/** A time that one part of a screen shows. */
class KeptAt {
  #at: string | undefined;
  #listeners = new Set<() => void>();

  readonly get = (): string | undefined => this.#at;

  readonly listen = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(at: string | undefined): void {
    this.#at = at;
    for (const listener of this.#listeners) listener();
  }
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
function write(key: string, { at, version, texts }: Written): boolean {
  const values = texts.flatMap(([name, text]) =>
    text === undefined ? [] : `${JSON.stringify(name)}:${text}`,
  );
  const head = JSON.stringify({ at, version }).slice(0, -1);
  try {
    localStorage.setItem(key, `${head},"values":{${values.join(',')}}}`);
    return true;
  } catch {
    return false;
  }
}
