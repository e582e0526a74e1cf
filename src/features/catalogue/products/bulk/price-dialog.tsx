import { DialogTitle } from '@headlessui/react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { ChoiceField } from '@/components/inputs/choice-field';
import { Field } from '@/components/inputs/field';
import { NumberInput } from '@/components/inputs/number-input';
import { Select } from '@/components/inputs/select';
import type { PriceChangePreview } from '@/contract/catalogue/products/price-change';
import type { BulkTarget } from '@/contract/core/bulk';
import type { DialogProps } from '@/contract/dialogs';
import { formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';
import { StepButtons, StepProgress, useBulkSteps } from './bulk-steps';
import { PreviewBox, usePreview } from './step-preview';

const actions = ['raise', 'lower', 'discount', 'clear-discount'] as const;
const roundings = ['0.01', '1', '10', '100'] as const;

export function PriceDialog({ data: { target, count, onDone }, onClose }: DialogProps<'PRICE_CHANGE'>) {
  const { t, i18n } = useTranslation(['catalogue', 'common', 'form']);
  const change = usePriceChange(target);
  const steps = useBulkSteps('price', { target, onDone, onClose });
  const [isTried, setTried] = useState(false);
  const { words, options } = usePriceWords();
  const { action, set, body, preview } = change;
  const error = isTried && !body ? t('form:error-must-be-positive') : undefined;

  const handleSubmit = () => {
    setTried(true);
    if (body) steps.apply(body);
  };

  return (
    <div className="w-140 max-w-full p-6 phone:w-full">
      <DialogTitle className="pe-8 text-card font-semibold">
        {t('catalogue:products.bulk.price-title', { count, number: formatNumber(count, i18n.language) })}
      </DialogTitle>
      <div className="mt-4 grid gap-4">
        <Field
          as={Select}
          id="price-action"
          label={words('price-what')}
          value={action}
          options={options(actions, 'actions')}
          onChange={(event) => set({ action: event.target.value })}
        />
        {action !== 'clear-discount' && <AmountFields change={change} error={error} />}
        <PreviewBox query={preview} answer={preview.data} hint="preview-hint">
          {(answer) => <PricePreview preview={answer} />}
        </PreviewBox>
        <StepProgress steps={steps} count={count} />
        <StepButtons
          isBusy={steps.progress !== undefined}
          isDisabled={preview.data?.prices === 0}
          onApply={handleSubmit}
          onClose={onClose}
        />
      </div>
    </div>
  );
}

function usePriceWords() {
  const { t } = useTranslation('catalogue');
  const words = (key: string) => t(`catalogue:products.bulk.${key}`);
  const options = <Value extends string>(values: readonly Value[], key: string) =>
    values.map((one) => ({ value: one, label: words(`${key}.${one.replace('.', '_')}`) }));
  return { words, options };
}

interface AmountFieldsProps {
  change: ReturnType<typeof usePriceChange>;
  error: string | undefined;
}

function AmountFields({ change, error }: AmountFieldsProps) {
  const { words, options } = usePriceWords();
  const { by, value, roundTo, set } = change;
  const unit = by === 'percent' ? '%' : words('currency');
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <ChoiceField
          id="price-by"
          label={words('by')}
          value={by}
          values={['percent', 'amount']}
          word={(one) => words(`units.${one}`)}
          onChange={(next) => set({ by: next })}
        />
        <Field
          as={NumberInput}
          id="price-value"
          label={`${words('value')}, ${unit}`}
          error={error}
          isRequired
          value={value}
          onChange={(event) => set({ value: event.target.value })}
        />
      </div>
      <Field
        as={Select}
        id="price-round"
        label={words('round')}
        value={roundTo}
        options={options(roundings, 'roundings')}
        onChange={(event) => set({ roundTo: event.target.value })}
      />
    </>
  );
}

function PricePreview({ preview }: { preview: PriceChangePreview }) {
  const { t, i18n } = useTranslation('catalogue');
  const money = useMoney();
  const counted = (key: string, count: number) =>
    t(`catalogue:products.bulk.${key}`, { count, number: formatNumber(count, i18n.language) });
  return (
    <>
      <p role="status" className="font-medium">
        {counted('preview-prices', preview.prices)}
        {preview.refused > 0 && (
          <span className="ms-2 text-warn">{counted('preview-refused', preview.refused)}</span>
        )}
      </p>
      <ul className="mt-2 grid gap-1.5 text-small">
        {preview.samples.map((one) => (
          <li key={`${one.id} ${one.name}`} className="flex justify-between gap-4">
            <span className="min-w-0 truncate">{one.name}</span>
            <span className="shrink-0 tabular-nums">
              <s className="text-ink-second">{money(one.before)}</s>{' '}
              {one.after === null ? (
                <span className="text-bad">{t('catalogue:products.bulk.cannot')}</span>
              ) : (
                <b className="font-medium">{money(one.after)}</b>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function usePriceChange(target: BulkTarget) {
  const [form, setForm] = useState({ action: 'raise', by: 'percent', value: '', roundTo: '1' });
  const body = buildRequest(form);
  return {
    ...form,
    body,
    preview: usePreview<PriceChangePreview>('price', target, body),
    set: (change: Partial<typeof form>) => setForm((before) => ({ ...before, ...change })),
  };
}

function buildRequest({ action, by, value, roundTo }: Record<'action' | 'by' | 'value' | 'roundTo', string>) {
  if (action === 'clear-discount') return { target: action };
  const number = Number(value.replace(/\s/g, '').replace(',', '.'));
  if (!(number > 0) || (by === 'percent' && action !== 'raise' && number >= 100)) return undefined;
  const shared = { by, roundTo: Number(roundTo) };
  if (action === 'discount') return { ...shared, target: action, value: number };
  return { ...shared, target: 'price', value: action === 'lower' ? -number : number };
}
