import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import { ChoiceField } from '@/components/inputs/choice-field';
import { Field } from '@/components/inputs/field';
import { TextPicker } from '@/components/inputs/text-picker';
import type { DialogProps } from '@/contract/dialogs';
import { namesLike, ValueField } from '@/features/catalogue/products/form/characteristics-card';
import { api } from '@/lib/api/client';
import { formatNumber } from '@/lib/format/format';
import { useShopId } from '@/lib/session/shop-id';
import { StepProgress, useBulkSteps } from './bulk-steps';
import { StepPreview } from './step-preview';

const modes = ['set', 'clear'] as const;

/** Sets one characteristic of many products, or takes it away. */
export function CharacteristicDialog({
  data: { target, count, onDone },
  onClose,
}: DialogProps<'CHARACTERISTIC_CHANGE'>) {
  const { t, i18n } = useTranslation(['catalogue', 'form']);
  const steps = useBulkSteps('characteristics', { target, onDone, onClose });
  const shopId = useOwnShopId();
  const known = useKnownNames(shopId);
  const { mode, setMode, name, setName, value, setValue, body, lacks, setTried } = useChange();
  const words = (key: string) => t(`catalogue:products.bulk.${key}`);
  const handleConfirm = () => {
    setTried(true);
    if (body) steps.apply(body);
  };

  return (
    <AskForm
      title={t('catalogue:products.bulk.characteristic-title', {
        count,
        number: formatNumber(count, i18n.language),
      })}
      confirmLabel={words('apply')}
      isLoading={steps.progress !== undefined}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <ChoiceField
        id="characteristic-mode"
        label={words('characteristic-what')}
        value={mode}
        values={modes}
        word={(one) => words(`characteristic-modes.${one}`)}
        onChange={setMode}
      />
      <Field
        id="characteristic-name"
        label={t('catalogue:products.form.characteristics.name')}
        error={lacks(name, 'error-name-required')}
        isRequired
      >
        {(control) => (
          <TextPicker
            control={control}
            value={name}
            options={namesLike(known, name)}
            maxLength={120}
            onChange={setName}
          />
        )}
      </Field>
      {mode === 'set' && (
        <ValueField
          id="characteristic-value"
          name={name}
          label={t('catalogue:products.form.characteristics.value')}
          shopId={shopId}
          value={value}
          error={lacks(value, 'error-value-required')}
          isRequired
          onChange={setValue}
        />
      )}
      <StepPreview path="characteristics" target={target} body={body} />
      <StepProgress steps={steps} count={count} />
    </AskForm>
  );
}

/** What is typed, and what is sent of it once it is whole. */
function useChange() {
  const { t } = useTranslation('form');
  const [mode, setMode] = useState<string>('set');
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const [isTried, setTried] = useState(false);
  const isWhole = name.trim() !== '' && (mode === 'clear' || value.trim() !== '');
  const body = isWhole ? { mode, name, ...(mode === 'set' && { value }) } : undefined;
  const lacks = (text: string, error: string) =>
    isTried && text.trim() === '' ? t(`form:${error}`) : undefined;
  return { mode, setMode, name, setName, value, setValue, body, lacks, setTried };
}

/** The shop whose panel is open; none in the lists of all shops. */
function useOwnShopId(): number | undefined {
  const { shop } = useRouter().query;
  return useShopId(typeof shop === 'string' ? shop : undefined);
}

function useKnownNames(shopId: number | undefined): readonly string[] {
  const names = useQuery({
    queryKey: ['attributes', 'of-product', shopId, []],
    queryFn: () => api.get('product-characteristics', { shop_id: shopId ?? 0, categories: '' }),
    enabled: shopId !== undefined,
  });
  return names.data?.known ?? [];
}
