import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import type { RefundableLine } from '@/contract/refunds/schema';
import { Quantity } from '../pieces-picker';

type ReturnedLine = Pick<RefundableLine, 'id' | 'name' | 'variation' | 'quantity'>;

/** How many pieces of each line cannot be sold again, and why. */
export function useWriteOffs() {
  const [pieces, setPieces] = useState<ReadonlyMap<number, number>>(new Map());
  const [reason, setReason] = useState('');
  return {
    of: (id: number) => pieces.get(id) ?? 0,
    set: (id: number, quantity: number) => setPieces(new Map(pieces).set(id, quantity)),
    isAny: [...pieces.values()].some((quantity) => quantity > 0),
    reason: reason.trim(),
    typed: reason,
    setReason,
  };
}

interface WriteOffsProps {
  lines: readonly ReturnedLine[];
  form: ReturnType<typeof useWriteOffs>;
  error: string | undefined;
}

/** Pieces to write off; the others return to the stock. */
export function WriteOffs({ lines, form, error }: WriteOffsProps) {
  const { t } = useTranslation('refunds');
  if (lines.length === 0) return null;
  return (
    <fieldset className="grid gap-3 rounded-card bg-sunken p-3">
      <legend className="sr-only">{t('refunds:refunds.returns.write-off')}</legend>
      <p className="text-small text-ink-second">{t('refunds:refunds.returns.write-off-text')}</p>
      {lines.map(({ id, name, variation, quantity }) => (
        <div key={id} className="flex items-center justify-between gap-3">
          <span className="min-w-0 break-words">{[name, variation].filter(Boolean).join(', ')}</span>
          <Quantity
            label={`${t('refunds:refunds.returns.write-off')}: ${name}`}
            most={quantity}
            value={Math.min(form.of(id), quantity)}
            onChange={(count) => form.set(id, count)}
          />
        </div>
      ))}
      {form.isAny && (
        <Field
          as={Input}
          id="write-off-reason"
          label={t('refunds:refunds.returns.write-off-reason')}
          isRequired
          error={error}
          maxLength={300}
          value={form.typed}
          onChange={(event) => form.setReason(event.target.value)}
        />
      )}
    </fieldset>
  );
}
