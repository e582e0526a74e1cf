import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { errorText } from '@/lib/api/errors';
import { type ActionOptions, useAction } from '@/lib/api/use-action';
import { useKeptInput } from '@/lib/session/keep-input';
import { type ActionField, ActionInput } from './action-input';

interface ActionFormProps<Values extends object, Answer> extends ActionOptions<Values, Answer> {
  /** Begins the ids of the fields. */
  id: string;
  /** A dialog has a title; a card is sunken, and what stands in a card already is plain. */
  look: 'dialog' | 'card' | 'plain';
  title?: string;
  /** Consequences. */
  text?: string | undefined;
  confirmLabel: string;
  isDanger?: boolean;
  values: Values;
  fields: readonly ActionField[];
  /** The way back where it was opened by a click; a dialog goes back by what ends it. */
  onClose?: () => void;
  /** Between text and fields. */
  children?: ReactNode;
}

/**
 * A form that does something to a record: fields, errors at the fields, what was refused in general, and the end of it
 * (`useAction`). Input is kept after every failure. What needs other controls, steps or a preview is a form of its own.
 */
export function ActionForm<Values extends object, Answer>(props: ActionFormProps<Values, Answer>) {
  const { id, look, title = '', text, confirmLabel, isDanger = false, fields, onDone, onClose } = props;
  const { t } = useTranslation('common');
  const form = useFilledIn(props);
  useKeptInput(look !== 'dialog' && form.isChanged);
  const content = (
    <>
      {props.children}
      {fields.map((field, place) => (
        <ActionInput
          key={field.name}
          autoFocus={place === 0 && look !== 'dialog' && onClose !== undefined}
          id={`${id}-${field.name}`}
          field={field}
          {...form.bind(field.name)}
        />
      ))}
      {form.refusal && <ErrorBanner {...form.refusal} />}
    </>
  );
  if (look === 'dialog') {
    const ask = { title, text, confirmLabel, isDanger, isLoading: form.isRunning };
    return (
      <AskForm {...ask} onConfirm={form.confirm} onClose={onClose ?? onDone}>
        {content}
      </AskForm>
    );
  }
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    form.confirm();
  };
  return (
    <form
      noValidate
      className={`grid gap-4 ${look === 'card' ? 'rounded-card bg-sunken p-4' : ''}`}
      onSubmit={handleSubmit}
    >
      {text && <p className={look === 'card' ? 'text-small text-ink-second' : ''}>{text}</p>}
      {content}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={isDanger ? 'danger' : 'primary'} isLoading={form.isRunning}>
          {confirmLabel}
        </Button>
        {onClose && <Button onClick={onClose}>{t('common:button-cancel')}</Button>}
      </div>
    </form>
  );
}

/** What was typed, what is wrong with it, and the request. */
function useFilledIn<Values extends object, Answer>(props: ActionFormProps<Values, Answer>) {
  const { fields } = props;
  const { t } = useTranslation(['form', 'common']);
  const [start] = useState(props.values);
  const [values, setValues] = useState(start);
  const [isTried, setTried] = useState(false);
  const action = useAction(props);
  const { failure } = action;
  const typedIn = (name: string) => values[name as keyof Values];
  const mistakes = new Map(
    fields.flatMap(({ name, emptyError }) =>
      emptyError && isEmpty(typedIn(name)) ? [[name, t(`form:${emptyError}`)] as const] : [],
    ),
  );
  const refused = Object.keys(failure?.fields ?? {});
  const elsewhere = refused.filter((key) => !fields.some(({ name }) => name === key));
  const said = elsewhere.flatMap((key) => action.errorOf(key) ?? []);
  const isGeneral = refused.length === 0 || elsewhere.length > 0;
  return {
    isChanged: values !== start,
    isRunning: action.isRunning,
    /** Errors of what is no field here, in words; else the general message. */
    refusal: failure &&
      isGeneral && {
        text: said.length > 0 ? said.join('. ') : errorText(t, failure),
        requestId: failure.requestId,
      },
    confirm: () => {
      setTried(true);
      if (mistakes.size === 0) action.run(trimmed(values));
    },
    bind: (name: string) => ({
      value: typedIn(name),
      error: (isTried && mistakes.get(name)) || action.errorOf(name),
      onChange: (value: unknown) => {
        if (failure) action.reset();
        setValues((now) => ({ ...now, [name]: value }));
      },
    }),
  };
}

const isEmpty = (value: unknown) => typeof value === 'string' && value.trim() === '';

const trimmed = <Values extends object>(values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value]),
  ) as Values;
