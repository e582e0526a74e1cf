import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useController } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import type { ProductStatus } from '@/contract/catalogue/products/moderation';
import { useFormWords } from './use-form-words';

interface StatusCardProps {
  form: UseFormReturn<FieldValues>;
  statuses: readonly ProductStatus[];
  /** As it is stored; absent on create. */
  current: ProductStatus | undefined;
}

/** What becomes of the product when it is saved: as far as the person may decide it, each with what it means. */
export function StatusCard({ form, statuses, current }: StatusCardProps) {
  const { t } = useTranslation('form');
  const words = useFormWords();
  const { field, fieldState } = useController({ name: 'status', control: form.control });
  const isLocked = statuses.length === 1 && statuses[0] === current;
  const message = fieldState.error?.message;
  return (
    <Card title={words.field('status')}>
      <fieldset
        aria-describedby={message ? 'field-status-error' : undefined}
        disabled={isLocked}
        className="grid gap-1"
      >
        <legend className="sr-only">{words.field('status')}</legend>
        {statuses.map((status) => (
          <label
            key={status}
            className="flex gap-2.5 rounded-control px-2 py-1.5 -mx-2 hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="status"
              value={status}
              checked={field.value === status}
              onChange={() => field.onChange(status)}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              <span className="block font-medium">{words.option('status', status)}</span>
              <span className="block text-small text-ink-second">{words.hint(`status-${status}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {isLocked && <p className="mt-2 text-small text-ink-second">{words.hint('status-locked')}</p>}
      {field.value === '' && current && (
        <p className="mt-2 text-small text-ink-second">
          {t('form:products.form.status-stays', { status: words.option('status', current) })}
        </p>
      )}
      {message && (
        <p id="field-status-error" role="alert" className="mt-2 text-small font-medium text-bad">
          {t(`form:${message}`, { defaultValue: message })}
        </p>
      )}
    </Card>
  );
}
