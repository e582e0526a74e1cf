import { type RefObject, useEffect, useRef, useState } from 'react';
import { type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { ObjectSchema } from 'yup';
import type { LastChange } from '@/contract/core/errors';
import { type ClientError, isShownElsewhere, toClientError } from '@/lib/api/errors';
import { lazyResolver } from './lazy-resolver';
import { placeErrors } from './place-errors';
import { useDraft } from './use-draft';
import { useLeaveGuard } from './use-leave-guard';
import { useOutage } from './use-outage';

interface RecordFormOptions<Saved extends { version: number }> {
  /** The record as last loaded; undefined on create. */
  record: Saved | undefined;
  valuesOf: (record: Saved | undefined) => FieldValues;
  // The family is known only at run time, so the type is open.
  schema: () => Promise<ObjectSchema<FieldValues>>;
  /** The values without hidden fields: those are neither validated nor sent. */
  shown?: (values: FieldValues) => FieldValues;
  /** `seen` is the record that the form was loaded with; undefined on create. */
  save: (
    values: FieldValues,
    version: number | undefined,
    seen: Saved | undefined,
    /** `Idempotency-Key`: the same while the same values are tried again after an outage. */
    key: string,
  ) => Promise<Saved>;
  /** The record as stored, where a part of a save may wait for a second person. */
  reread?: () => Promise<Saved>;
  onSaved: (saved: Saved) => void;
  /** Confirmation text shown before unsaved changes are lost. */
  leaveQuestion: string;
  /** Where the form keeps its draft; without a key it keeps none. */
  draft?: { key: string | undefined; fragile?: readonly string[] };
}

/** A field whose value differs after somebody else saved first. */
interface Difference {
  key: string;
  mine: unknown;
  theirs: unknown;
  /** `mine` for a field changed here, `theirs` for one changed only by the other person. */
  suggested: 'mine' | 'theirs';
}

export type RecordForm = ReturnType<typeof useRecordForm>;

/**
 * A form over one versioned record: validates, saves with the version it loaded, places the server's errors at their
 * fields, and keeps the input when somebody else saved first.
 */
export function useRecordForm<Saved extends { version: number }>(options: RecordFormOptions<Saved>) {
  const { record, valuesOf, schema, save, onSaved, leaveQuestion, shown = (values) => values } = options;
  // Kept apart from `record`: a refetch may deliver a newer version that the person has not seen.
  const seen = useRef(record);
  const [resolver] = useState(() =>
    lazyResolver(schema, shown, {
      values: () => (seen.current ? shown(valuesOf(seen.current)) : {}),
      isRecord: true,
    }),
  );
  const form = useForm<FieldValues>({ defaultValues: valuesOf(record), resolver });
  const [error, setError] = useState<ClientError>();
  const conflict = useConflict({ form, seen, valuesOf, onRetry: () => void submit() });
  const outage = useOutage(() => submit());
  const draft = useDraft(form, options.draft?.key, {
    version: record?.version,
    fragile: options.draft?.fragile,
  });
  const { guard, release } = useLeaveGuard(leaveQuestion);
  const isDirty = useDirtyRef(form, guard);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newer record matters
  useEffect(() => {
    if (!record || isDirty.current || record.version <= (seen.current?.version ?? 0)) return;
    seen.current = record;
    form.reset(valuesOf(record));
  }, [record]);

  // Rules not loaded by the first save could not be loaded without a network.
  useEffect(() => resolver.prepare(), [resolver]);

  const send = form.handleSubmit(async (values) => {
    setError(undefined);
    const attempt = outage.begin(values);
    try {
      finish(await save(shown(values), seen.current?.version, seen.current, attempt.key));
    } catch (reason) {
      const failure = toClientError(reason);
      // The rest is saved, and what waits has been said.
      if (failure.status === 202 && options.reread) return finish(await options.reread());
      if (outage.holds(failure) || isShownElsewhere(failure)) return;
      const stored = attempt.isRepeated ? conflict.storedBy(failure) : undefined;
      if (stored) finish(stored);
      else if (!conflict.show(failure) && !placeErrors(form, failure)) setError(failure);
    }
  });

  /** Rules that could not be loaded are an outage like any other. */
  const submit = () =>
    send().catch((reason: unknown) => {
      const failure = toClientError(reason);
      if (!outage.holds(failure)) setError(failure);
    });

  function finish(saved: Saved) {
    seen.current = saved;
    conflict.dismiss();
    form.reset(valuesOf(saved));
    draft.forget();
    outage.end();
    release();
    onSaved(saved);
  }

  return {
    form,
    submit: () => void submit(),
    isSaving: form.formState.isSubmitting || outage.isWaiting,
    /** Errors that belong to no field. */
    error,
    dismissError: () => setError(undefined),
    /** Both versions after a stale edit. */
    differences: conflict.found?.differences,
    resolve: conflict.resolve,
    dismissConflict: conflict.dismiss,
    /** Who saved the other version. */
    changed: conflict.found?.changed,
    draft,
    /** True while a save waits for the server to come back; the form is locked meanwhile. */
    isWaiting: outage.isWaiting,
  };
}

interface ConflictSource<Saved> {
  form: UseFormReturn<FieldValues>;
  valuesOf: (record: Saved | undefined) => FieldValues;
  seen: RefObject<Saved | undefined>;
  /** Saves again with the version now seen. */
  onRetry: () => void;
}

/** State of an edit conflict and its resolution. */
function useConflict<Saved>({ form, seen, valuesOf, onRetry }: ConflictSource<Saved>) {
  const [found, setFound] = useState<{ current: Saved; differences: Difference[]; changed?: LastChange }>();
  const dismiss = () => setFound(undefined);

  function differencesFrom(current: Saved): Difference[] {
    const [base, mine, theirs] = [valuesOf(seen.current), form.getValues(), valuesOf(current)];
    return Object.keys(theirs)
      .filter((key) => !isSame(mine[key], theirs[key]))
      .map((key): Difference => {
        const suggested = isSame(mine[key], base[key]) ? 'theirs' : 'mine';
        return { key, mine: mine[key], theirs: theirs[key], suggested };
      });
  }

  /** The record of a conflict with oneself: an earlier attempt was stored, only its response was lost. */
  function storedBy(failure: ClientError): Saved | undefined {
    const current = conflictingRecord<Saved>(failure);
    return current && differencesFrom(current).length === 0 ? current : undefined;
  }

  /** Shows a conflict, or saves over it when no field differs; false for any other failure. */
  function show(failure: ClientError): boolean {
    const current = conflictingRecord<Saved>(failure);
    if (!current) return false;
    const differences = differencesFrom(current);
    if (differences.length > 0) {
      setFound({ current, differences, changed: failure.changed });
      return true;
    }
    // Their change does not touch this form: save again without asking.
    seen.current = current;
    onRetry();
    return true;
  }

  function resolve(choices: Record<string, 'mine' | 'theirs'>) {
    if (!found) return;
    for (const { key, theirs } of found.differences) {
      if (choices[key] === 'theirs') form.setValue(key, theirs, { shouldDirty: true });
    }
    seen.current = found.current;
    dismiss();
    onRetry();
  }

  return { found, storedBy, show, resolve, dismiss };
}

/** Whether there is unsaved input; subscribed, as `formState.isDirty` would re-render a long form on the first keystroke. */
function useDirtyRef(form: UseFormReturn<FieldValues>, onChange: (isDirty: boolean) => void) {
  const isDirty = useRef(false);
  useEffect(
    () =>
      form.subscribe({
        formState: { isDirty: true },
        callback: (state) => {
          isDirty.current = state.isDirty ?? false;
          onChange(isDirty.current);
        },
      }),
    [form, onChange],
  );
  return isDirty;
}

/** The record of a CONFLICT, exactly as a read returns it. */
function conflictingRecord<Saved>({ code, current }: ClientError): Saved | undefined {
  const isRecord = typeof current === 'object' && current !== null && 'version' in current;
  return code === 'CONFLICT' && isRecord ? (current as Saved) : undefined;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? '') === JSON.stringify(other ?? '');
}
