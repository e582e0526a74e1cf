import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { type FieldErrors, type FieldValues, get, type UseFormReturn, useFieldArray } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import type { FormField } from '@/contract/core/define';

interface ItemsInputProps {
  id: string;
  label: string;
  hint?: string;
  field: FormField<FieldValues>;
  form: UseFormReturn<FieldValues>;
  addLabel?: string;
  /** Renders one field of a row; `name` is its path in the form. */
  draw: (item: FormField<FieldValues>, name: string) => ReactNode;
}

/** Repeatable rows of fields with add, remove and reorder; errors of a single field appear at its input. */
export function ItemsInput({ id, label, hint, field, form, addLabel, draw }: ItemsInputProps) {
  const { t } = useTranslation('form');
  const items = field.items ?? [];
  // Rows may have a server `id`, which the library's own key must not overwrite.
  const rows = useFieldArray({ control: form.control, name: field.key, keyName: 'rowKey' });
  const messages = messagesOf(get(form.formState.errors, field.key));
  return (
    <fieldset
      id={id}
      aria-describedby={messages.length > 0 ? `${id}-error` : hint ? `${id}-hint` : undefined}
      className="min-w-0"
    >
      <Legend label={label} isRequired={field.required} />
      {hint && (
        <p id={`${id}-hint`} className="mb-2 text-small text-ink-second">
          {hint}
        </p>
      )}
      {rows.fields.length > 0 && (
        <ol className="mb-2 grid gap-2">
          {rows.fields.map((row, index) => (
            <li
              key={row.rowKey}
              className="@container flex items-start gap-2 rounded-control border border-line bg-sunken p-3"
            >
              <div className="grid min-w-0 flex-1 items-start gap-3 @md:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] [&_textarea]:min-h-0">
                {items.map((item) => (
                  <div key={item.key} className={item.kind === 'textarea' ? '@md:col-span-full' : ''}>
                    {draw(item, `${field.key}.${index}.${item.key}`)}
                  </div>
                ))}
              </div>
              <RowTools
                index={index}
                count={rows.fields.length}
                onMove={(to) => rows.move(index, to)}
                onRemove={() => rows.remove(index)}
              />
            </li>
          ))}
        </ol>
      )}
      <Button
        icon={<Plus className="size-4" />}
        onClick={() => {
          const empty = Object.fromEntries(items.map((item) => [item.key, emptyValue(item)]));
          rows.append(empty, { shouldFocus: true });
        }}
      >
        {addLabel ?? t('form:items.add')}
      </Button>
      {messages.length > 0 && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-small font-medium text-bad">
          {messages.map((message) => t(`form:${message}`, { defaultValue: message })).join('. ')}
        </p>
      )}
    </fieldset>
  );
}

function emptyValue({ kind, options, relation }: FormField<FieldValues>): unknown {
  if (kind === 'select') return options?.[0] ?? '';
  if (kind === 'switch') return false;
  if (kind === 'images' || kind === 'items' || relation?.multiple) return [];
  return kind === 'image' || kind === 'relation' ? null : '';
}

/** Errors of the rows as a whole: the server names the field without the row. */
function messagesOf(errors: FieldErrors | undefined): string[] {
  const whole = Object.entries(errors ?? {}).filter(([key]) => !/^\d+$/.test(key));
  return [...new Set([errors, ...whole.map(([, error]) => error)].flatMap(messageOf))];
}

function messageOf(error: unknown): string[] {
  const isError = typeof error === 'object' && error !== null && 'message' in error;
  return isError && typeof error.message === 'string' ? [error.message] : [];
}

function Legend({ label, isRequired }: { label: string; isRequired: boolean | undefined }) {
  const { t } = useTranslation('form');
  return (
    <legend className="mb-1.5 font-medium">
      {label}
      {isRequired && (
        <>
          {' '}
          <span className="sr-only">{t('form:required')}</span>
          <span aria-hidden="true" className="text-bad">
            *
          </span>
        </>
      )}
    </legend>
  );
}

interface RowToolsProps {
  index: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function RowTools({ index, count, onMove, onRemove }: RowToolsProps) {
  const { t } = useTranslation('form');
  const tool = (name: string, icon: ReactNode, onClick: () => void, isOff = false) => (
    <Button
      variant="ghost"
      size="small"
      aria-label={t(`form:items.${name}`, { number: index + 1 })}
      disabled={isOff}
      icon={icon}
      onClick={onClick}
    />
  );
  return (
    <span className="-me-1 flex shrink-0 flex-col @md:flex-row @md:pt-6.5">
      {tool('up', <ArrowUp className="size-4" />, () => onMove(index - 1), index === 0)}
      {tool('down', <ArrowDown className="size-4" />, () => onMove(index + 1), index === count - 1)}
      {tool('remove', <Trash2 className="size-4" />, onRemove)}
    </span>
  );
}
