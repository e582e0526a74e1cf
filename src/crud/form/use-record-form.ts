import { useEffect, useRef, useState } from 'react';
import { type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { ObjectSchema } from 'yup';
import { type ClientError, toClientError } from '@/lib/api/errors';
import { lazyResolver } from './lazy-resolver';
import { useLeaveGuard } from './use-leave-guard';

interface RecordFormOptions<Saved extends { version: number }> {
  /** The record as last loaded; undefined on create. */
  record: Saved | undefined;
  /** Form values of a record. */
  valuesOf: (record: Saved | undefined) => FieldValues;
  // The family is known only at run time, so the type is open.
  schema: () => Promise<ObjectSchema<FieldValues>>;
  /** The values without hidden fields: those are neither validated nor sent. */
  shown?: (values: FieldValues) => FieldValues;
  /** `seen` is the record that the form was loaded with; undefined on create. */
  save: (values: FieldValues, version: number | undefined, seen: Saved | undefined) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
  /** Confirmation text shown before unsaved changes are lost. */
  leaveQuestion: string;
}

/** A field whose value differs after somebody else saved first. */
interface Difference {
  key: string;
  mine: unknown;
  theirs: unknown;
  /** `mine` for a field changed here, `theirs` for one changed only by the other person. */
  suggested: 'mine' | 'theirs';
}

export interface RecordForm {
  form: UseFormReturn<FieldValues>;
  submit: () => void;
  isSaving: boolean;
  /** Errors that belong to no field. */
  error: ClientError | undefined;
  dismissError: () => void;
  /** Both versions after a stale edit (design §5). */
  differences: readonly Difference[] | undefined;
  resolve: (choices: Record<string, 'mine' | 'theirs'>) => void;
  dismissConflict: () => void;
}

/**
 /**
  * A form over one versioned record: validates, saves with the version it loaded, places the server's errors at their
  * fields, and keeps the input when somebody else saved first (design §5, §7).
  */
export function useRecordForm<Saved extends { version: number }>(
  options: RecordFormOptions<Saved>,
): RecordForm {
  const { record, valuesOf, schema, save, onSaved, leaveQuestion, shown = (values) => values } = options;
  // Kept apart from `record`: a refetch may deliver a newer version that the person has not seen.
  const seen = useRef(record);
  const [resolver] = useState(() => lazyResolver(schema, shown));
  const form = useForm<FieldValues>({ defaultValues: valuesOf(record), resolver });
  const { isSubmitting } = form.formState;
  const [error, setError] = useState<ClientError>();
  const [conflict, setConflict] = useState<{ current: Saved; differences: Difference[] }>();
  const { guard, release } = useLeaveGuard(leaveQuestion);
  const isDirty = useRef(false);

  // Subscribed instead of rendered: `formState.isDirty` would re-render a long form on the first keystroke.
  useEffect(
    () =>
      form.subscribe({
        formState: { isDirty: true },
        callback: (state) => {
          isDirty.current = state.isDirty ?? false;
          guard(isDirty.current);
        },
      }),
    [form, guard],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newer record matters
  useEffect(() => {
    if (!record || isDirty.current || record.version <= (seen.current?.version ?? 0)) return;
    seen.current = record;
    form.reset(valuesOf(record));
  }, [record]);

  const submit = form.handleSubmit(async (values) => {
    setError(undefined);
    try {
      const saved = await save(shown(values), seen.current?.version, seen.current);
      seen.current = saved;
      setConflict(undefined);
      form.reset(valuesOf(saved));
      release();
      onSaved(saved);
    } catch (reason) {
      placeError(toClientError(reason));
    }
  });

  function placeError(failure: ClientError) {
    const { current } = failure;
    if (
      failure.code === 'CONFLICT' &&
      typeof current === 'object' &&
      current !== null &&
      'version' in current
    ) {
      // The 409 response carries the record exactly as a read returns it.
      return showConflict(current as Saved);
    }
    const known = Object.keys(form.getValues());
    const fields = Object.entries(failure.fields);
    const placed = fields.filter(([path]) => known.includes(path.split('.')[0] ?? ''));
    placed.forEach(([path, [message]], index) => {
      form.setError(path, { type: 'server', message }, { shouldFocus: index === 0 });
    });
    if (placed.length === 0 || placed.length < fields.length) setError(failure);
  }

  function showConflict(current: Saved) {
    const [base, mine, theirs] = [valuesOf(seen.current), form.getValues(), valuesOf(current)];
    const differences = Object.keys(theirs)
      .filter((key) => !isSame(mine[key], theirs[key]))
      .map((key): Difference => {
        const suggested = isSame(mine[key], base[key]) ? 'theirs' : 'mine';
        return { key, mine: mine[key], theirs: theirs[key], suggested };
      });
    if (differences.length > 0) return setConflict({ current, differences });
    // Their change does not touch this form: save again without asking.
    seen.current = current;
    void submit();
  }

  function resolve(choices: Record<string, 'mine' | 'theirs'>) {
    if (!conflict) return;
    for (const { key, theirs } of conflict.differences) {
      if (choices[key] === 'theirs') form.setValue(key, theirs, { shouldDirty: true });
    }
    seen.current = conflict.current;
    setConflict(undefined);
    void submit();
  }

  return {
    form,
    submit: () => void submit(),
    isSaving: isSubmitting,
    error,
    dismissError: () => setError(undefined),
    differences: conflict?.differences,
    resolve,
    dismissConflict: () => setConflict(undefined),
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? '') === JSON.stringify(other ?? '');
}
