import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { keepText, readKeptValue } from '@/lib/kept';
import { useMe } from '@/lib/session/me';
import { onCredentials } from '@/lib/session/session';
import { renewDraftFiles } from './draft-files';

interface Draft {
  /** Time of writing, ISO 8601. */
  at: string;
  /** Version of the edited record; null for a new one. */
  version: number | null;
  /** The whole values of fields that differ from the record. */
  values: FieldValues;
}

/** A draft with values already serialised. */
interface SerialisedDraft extends Omit<Draft, 'values'> {
  texts: readonly [name: string, json: string | undefined][];
}

interface DraftOptions {
  /** Version of the edited record; undefined for a new one. */
  version?: number | undefined;
  /** Fields to drop when the record has changed since the draft was written. */
  fragile?: readonly string[] | undefined;
}

export type DraftState = ReturnType<typeof useDraft>;

/**
 * Stores a form's unsaved changes in localStorage and offers them again after a crash or a lost session (rules/panel:
 * unsaved input survives). Only changed fields are stored, so the draft can be applied to a record that changed
 * meanwhile; secrets are not. Disabled without a key.
 */
export function useDraft(
  form: UseFormReturn<FieldValues>,
  key: string | undefined,
  options: DraftOptions = {},
) {
  const { draft, offered, decide } = useOffer(form, key, options);
  const [kept] = useState(() => new SavedAt());
  const [pause] = useState(createPause);
  const version = useRef(options.version);
  version.current = options.version;
  const keep = () => {
    pause.stop();
    if (key === undefined) return;
    const at = new Date().toISOString();
    const texts = differingTexts(form.getValues(), form.formState.defaultValues ?? {});
    const earlier = differingTexts(offered.current?.values ?? {}, {});
    const all = [...new Map([...earlier, ...texts])];
    if (all.length === 0) localStorage.removeItem(key);
    else if (texts.length > 0 && write(key, { at, version: version.current ?? null, texts: all }))
      kept.set(at);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form
  useEffect(() => {
    if (key === undefined) return;
    const flush = () => {
      if (pause.isRunning()) keep();
    };
    const { unsubscribe } = form.watch(() => pause.start(keep));
    const stopListening = beforePageEnds(flush);
    return () => {
      flush();
      unsubscribe();
      stopListening();
    };
  }, [key]);

  return {
    /** When the offered draft was written. */
    found: draft?.at,
    /** Fields that the offered draft changes. */
    names: Object.keys(draft?.values ?? {}),
    /** True when the record has changed since the draft was written. */
    isOlder: draft?.isOlder ?? false,
    /** Time of the last write; an external store, so that a write does not re-render the form. */
    kept,
    /** Puts the offered draft into the form; what was typed since is newer and stays. */
    restore: () => {
      if (!draft) return;
      decide();
      const newer = differing(form.getValues(), form.formState.defaultValues ?? {});
      form.reset({ ...form.getValues(), ...draft.values, ...newer }, { keepDefaultValues: true });
      void renewDraftFiles(form, draft.values);
    },
    /** Deletes the draft, after saving. */
    forget: () => {
      pause.stop();
      if (key !== undefined) localStorage.removeItem(key);
      decide();
      kept.set(undefined);
    },
    /** Deletes the offered draft; from now on the form's current values are kept as the draft. */
    drop: () => {
      decide();
      keep();
    },
  };
}

/** The draft offered for a form, until it is restored or dropped. */
function useOffer(form: UseFormReturn<FieldValues>, key: string | undefined, options: DraftOptions) {
  const [offer, setOffer] = useState<{ key?: string; draft?: FoundDraft }>({});
  if (key !== undefined && key !== offer.key) setOffer({ key, draft: findDraft(form, key, options) });
  const { draft } = offer;
  // Kept until the person decides; meanwhile further input is stored separately.
  const offered = useRef(draft);
  offered.current = draft;
  const decide = () => {
    offered.current = undefined;
    setOffer(({ key }) => ({ key }));
  };
  return { draft, offered, decide };
}

/** Debounce timer between the last change and the write. */
function createPause() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    stop,
    start: (then: () => void) => {
      stop();
      timer = setTimeout(then, 800);
    },
    isRunning: () => timer !== undefined,
  };
}

/** Calls back when the page is about to go away; returns the function that stops listening. */
function beforePageEnds(flush: () => void): () => void {
  // A lost session reloads the page immediately; a phone may kill a hidden page.
  const stopListening = onCredentials(flush);
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', flush);
  return () => {
    stopListening();
    window.removeEventListener('pagehide', flush);
    document.removeEventListener('visibilitychange', flush);
  };
}

interface FoundDraft {
  at: string;
  isOlder: boolean;
  values: FieldValues;
}

/** The key of the draft of a person's form; undefined until the person is known. */
export function useDraftKey(name: string, ...parts: (string | number | undefined)[]): string | undefined {
  const { data: me } = useMe();
  return me && ['gostiny-draft', name, me.id, ...parts.map((part) => part ?? 'new')].join(':');
}

/** The stored draft reduced to what differs from the form; undefined when nothing does. */
function findDraft(
  form: UseFormReturn<FieldValues>,
  key: string,
  { version, fragile = [] }: DraftOptions,
): FoundDraft | undefined {
  const found = read(key);
  if (!found) return undefined;
  const isOlder = version !== undefined && found.version !== version;
  const usable = Object.entries(found.values).filter(([name]) => !isOlder || !fragile.includes(name));
  const values = differing(Object.fromEntries(usable), form.getValues());
  return Object.keys(values).length > 0 ? { at: found.at, isOlder, values } : undefined;
}

function differing(values: FieldValues, base: FieldValues): FieldValues {
  return Object.fromEntries(differingTexts(values, base).map(([name]) => [name, values[name]]));
}

/**
 * Names of differing fields with their JSON: serialised once for comparison and storage, since a form may have
 * thousands of rows.
 */
function differingTexts(values: FieldValues, base: FieldValues): [string, string | undefined][] {
  return Object.entries(values).flatMap(([name, value]): [string, string | undefined][] => {
    // The library shares objects it cannot clone between values and defaults.
    if (value === base[name] || secret.test(name)) return [];
    const text = textOf(value);
    return text === textOf(base[name]) ? [] : [[name, text]];
  });
}

/** Fields that must not stay in the browser. */
const secret = /password|secret|token|pin$|api_?key/i;

const knownTexts = new WeakMap<object, string>();

/** Objects with `toJSON` are immutable, so their JSON is cached. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('toJSON' in value)) return JSON.stringify(value);
  const text = knownTexts.get(value) ?? JSON.stringify(value);
  knownTexts.set(value, text);
  return text;
}

/** Observable time of the last write. */
class SavedAt {
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
  const stored = readKeptValue(key);
  return isDraft(stored) ? stored : undefined;
}

function isDraft(stored: unknown): stored is Draft {
  const { at, values }: Partial<Record<string, unknown>> = { ...(stored as object) };
  return typeof at === 'string' && typeof values === 'object' && values !== null;
}

/** False when the storage is full or blocked: the form works without drafts. */
function write(key: string, { at, version, texts }: SerialisedDraft): boolean {
  const values = texts.flatMap(([name, text]) =>
    text === undefined ? [] : `${JSON.stringify(name)}:${text}`,
  );
  const head = JSON.stringify({ at, version }).slice(0, -1);
  return keepText(key, `${head},"values":{${values.join(',')}}}`);
}
