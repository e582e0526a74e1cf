import '@/lib/i18n/form-words';
import { DialogTitle } from '@headlessui/react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Field } from '@/components/inputs/field';
import { NumberInput } from '@/components/inputs/number-input';
import { RadioGroup } from '@/components/inputs/radio-group';
import { Select } from '@/components/inputs/select';
import { Button } from '@/components/ui/button';
import type { DialogData } from '@/contract/core/dialogs';
import { formatNumber } from '@/lib/format/format';
import { useSteps } from './bulk-steps';
import { PricePreview } from './price-preview';
import { StepProgress } from './step-progress';
import { usePriceChange } from './use-price-change';

interface PriceDialogProps {
  data: DialogData['PRICE_CHANGE'];
  onClose: () => void;
}

const actions = ['raise', 'lower', 'discount', 'clear-discount'] as const;
const roundings = ['0.01', '1', '10', '100'] as const;

/** Changes the prices of many products at once, and shows beforehand what comes of it (issue "products": bulk). */
export function PriceDialog({ data: { target, count }, onClose }: PriceDialogProps) {
  const { t, i18n } = useTranslation(['form', 'common']);
  const change = usePriceChange(target);
  const steps = useSteps('price');
  const [isTried, setTried] = useState(false);
  const words = (key: string) => t(`form:products.bulk.${key}`);
  const { action, by, value, roundTo, set, body, preview } = change;
  const error = isTried && !body ? t('form:error-must-be-positive') : undefined;
  const unit = by === 'percent' ? '%' : t('form:products.bulk.currency');
  const options = <Value extends string>(values: readonly Value[], key: string) =>
    values.map((one) => ({ value: one, label: words(`${key}.${one.replace('.', '_')}`) }));

  async function handleSubmit() {
    setTried(true);
    if (body && (await steps.run(target, body))) onClose();
  }

  return (
    <div className="w-140 max-w-full p-6 phone:w-full">
      <DialogTitle className="pe-8 text-card font-semibold">
        {t('form:products.bulk.price-title', { count, number: formatNumber(count, i18n.language) })}
      </DialogTitle>
      <div className="mt-4 grid gap-4">
        <Field id="price-action" label={words('price-what')}>
          {(control) => (
            <Select
              {...control}
              value={action}
              options={options(actions, 'actions')}
              onChange={(event) => set({ action: event.target.value })}
            />
          )}
        </Field>
        {action !== 'clear-discount' && (
          <>
            <div className="grid grid-cols-2 gap-4">
              <Field id="price-by" label={words('by')}>
                {(control) => (
                  <RadioGroup
                    control={control}
                    name="price-by"
                    label={words('by')}
                    value={by}
                    options={options(['percent', 'amount'], 'units')}
                    onChange={(next) => set({ by: next })}
                  />
                )}
              </Field>
              <Field id="price-value" label={`${words('value')}, ${unit}`} error={error} isRequired>
                {(control) => (
                  <NumberInput
                    {...control}
                    value={value}
                    onChange={(event) => set({ value: event.target.value })}
                  />
                )}
              </Field>
            </div>
            <Field id="price-round" label={words('round')}>
              {(control) => (
                <Select
                  {...control}
                  value={roundTo}
                  options={options(roundings, 'roundings')}
                  onChange={(event) => set({ roundTo: event.target.value })}
                />
              )}
            </Field>
          </>
        )}
        <PricePreview query={preview} />
        {steps.progress !== undefined && (
          <StepProgress done={steps.progress} count={count} onStop={steps.stop} />
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('common:button-cancel')}</Button>
          <Button
            variant="primary"
            disabled={preview.data?.prices === 0}
            isLoading={steps.progress !== undefined}
            onClick={() => void handleSubmit()}
          >
            {words('apply')}
          </Button>
        </div>
      </div>
    </div>
  );
}
