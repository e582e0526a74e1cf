import type { TFunction } from 'i18next';
import { useTranslation } from 'next-i18next/pages';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type FieldValues, useForm, useWatch } from 'react-hook-form';
import type { ObjectSchema } from 'yup';
import { type ClientError, messageKey, toClientError } from '@/lib/api/errors';
import { waitWords } from '@/lib/api/wait-words';
import { useKeptInput } from '@/lib/session/keep-input';
import { type LazyResolver, lazyResolver } from './lazy-resolver';
import { placeErrors } from './place-errors';

interface PartFormOptions<Values extends FieldValues, Answer> {
  schema: () => Promise<ObjectSchema<Values>>;
  values: FieldValues;
  send: (values: Values) => Promise<Answer>;
  onSent: (answer: Answer, values: Values) => void;
  /** What the rules depend on besides the values: `$name` of a schema. */
  context?: object;
  /** Called when unsaved input appears or disappears. */
  onDirty?: (isDirty: boolean) => void;
}

/**
 * A form of a few fields with its own submit: a sign-in card, a profile section. Server errors are placed at their
 * fields, the rest in `problem`, translated; input is never lost.
 */
export function usePartForm<Values extends FieldValues, Answer>(options: PartFormOptions<Values, Answer>) {
  const { schema, values, send, onSent, onDirty, context } = options;
  const { t } = useTranslation(['form', 'common']);
  const stored = useRef(values);
  stored.current = values;
  const [resolver] = useState(
    () =>
      lazyResolver(schema, undefined, {
        values: () => stored.current,
        isRecord: false,
      }) as LazyResolver<FieldValues>,
  );
  const form = useForm<FieldValues>({ defaultValues: values, resolver, context });
  const { errors, isDirty, isSubmitting } = form.formState;
  const shown: FieldValues = useWatch({ control: form.control });
  const [problem, setProblem] = useState<string>();

  useKeptInput(isDirty);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change is reported, not a new callback
  useEffect(() => {
    onDirty?.(isDirty);
    return () => onDirty?.(false);
  }, [isDirty]);

  // Rules not loaded by the first submit could not be loaded without a network.
  useEffect(() => resolver.prepare(), [resolver]);

  const submit = form.handleSubmit(async (input) => {
    setProblem(undefined);
    try {
      onSent(await send(input as Values), input as Values);
    } catch (reason) {
      place(toClientError(reason));
    }
  });
  /** Rules that could not be loaded are a failure like any other. */
  const submitOrSay = (event?: FormEvent) =>
    submit(event).catch((reason: unknown) => setProblem(problemText(toClientError(reason), t)));

  function place(failure: ClientError) {
    if (failure.code === 'INVALID_CODE' && 'code' in form.getValues())
      form.setError('code', { message: codeText(failure, t) });
    else if (!placeErrors(form, failure)) setProblem(problemText(failure, t));
  }

  /** Translated error of a field. A person's form may word it differently from a record's form. */
  function errorOf(name: string): string | undefined {
    const key = form.getFieldState(name).error?.message ?? errors[name]?.message;
    if (typeof key !== 'string') return undefined;
    return t([`form:person-errors.${key}`, `form:${key}`], { defaultValue: key });
  }

  return {
    form,
    isSending: isSubmitting,
    isDirty,
    problem,
    setProblem,
    submit: (event?: FormEvent) => void submitOrSay(event),
    errorOf,
    /** What an ordinary input needs. */
    field: (name: string) => ({ error: errorOf(name), ...form.register(name) }),
    /** Value and change handler for a custom input. */
    bind: (name: string) => ({
      value: String(shown[name] ?? ''),
      onChange: (value: string) => {
        form.clearErrors(name);
        form.setValue(name, value, { shouldDirty: true });
      },
    }),
  };
}

export type PartForm = ReturnType<typeof usePartForm>;

function codeText({ attemptsLeft }: ClientError, t: TFunction): string {
  if (attemptsLeft === undefined) return t('form:code.wrong');
  if (attemptsLeft === 0) return t('form:code.none-left');
  return t('form:code.wrong-left', { count: attemptsLeft });
}

function problemText(failure: ClientError, t: TFunction): string {
  if (failure.status !== 429 || failure.retryAfter === undefined)
    return t(messageKey(failure), failure.names);
  return t(...waitWords(failure.retryAfter));
}
