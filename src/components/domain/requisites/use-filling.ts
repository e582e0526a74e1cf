import { useEffect, useRef } from 'react';
import { type FieldValues, get, type UseFormReturn, useWatch } from 'react-hook-form';

type Found = Record<string, string>;

interface Filling {
  /** Whether the form holds these very values. */
  holds: (found: Found) => boolean;
  fill: (found: Found) => void;
}

/**
 * Puts what a register knows into the form: by itself where nothing has been written yet, over what was written only when
 * the person asks. `only` is the single record found, undefined while there is none or a choice.
 */
export function useFilling(
  form: UseFormReturn<FieldValues>,
  prefix: string,
  only: Found | undefined,
): Filling {
  const values: FieldValues = useWatch({ control: form.control, name: prefix }) ?? {};
  const done = useRef<string>(undefined);

  const fill = (found: Found) => {
    for (const [key, value] of Object.entries(found)) {
      const shouldValidate = form.formState.isSubmitted;
      form.setValue(`${prefix}.${key}`, value, { shouldDirty: true, shouldValidate });
    }
  };

  const mark = only && JSON.stringify(only);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each record that is found
  useEffect(() => {
    if (!only || done.current === mark) return;
    done.current = mark;
    const written = Object.keys(only).filter((key) => key !== 'legal_form' && values[key]);
    if (written.length === 0) fill(only);
  }, [mark]);

  return {
    holds: (found) => Object.entries(found).every(([key, value]) => (values[key] ?? '') === value),
    fill,
  };
}

/** A number as it is written just now, and whether it differs from what is stored: only then a register is asked. */
export function useTyped(form: UseFormReturn<FieldValues>, path: string): { digits: string; isNew: boolean } {
  const value: unknown = useWatch({ control: form.control, name: path });
  const stored: unknown = get(form.formState.defaultValues, path);
  const digits = String(value ?? '').replace(/[\s\u00a0-]/g, '');
  return { digits, isNew: digits !== String(stored ?? '') };
}
