import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import { ChoiceField } from '@/components/inputs/choice-field';
import { Field } from '@/components/inputs/field';
import { NumberInput } from '@/components/inputs/number-input';
import { maxPieces } from '@/contract/catalogue/products/bulk';
import type { DialogProps } from '@/contract/dialogs';
import { formatNumber } from '@/lib/format/format';
import { readNumber } from '@/lib/format/number-text';
import { StepProgress, useBulkSteps } from './bulk-steps';
import { StepPreview } from './step-preview';

const modes = ['set', 'add'] as const;

export function StockDialog({ data: { target, count, onDone }, onClose }: DialogProps<'STOCK_CHANGE'>) {
  const { t, i18n } = useTranslation(['catalogue', 'form']);
  const steps = useBulkSteps('stock', { target, onDone, onClose });
  const [mode, setMode] = useState<string>('set');
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const words = (key: string) => t(`catalogue:products.bulk.${key}`);
  const mistake = mistakeOf(mode, text);
  const error = isTried && mistake;
  const body = mistake ? undefined : { mode, quantity: readNumber(text) };

  const handleConfirm = () => {
    setTried(true);
    if (body) steps.apply(body);
  };

  return (
    <AskForm
      title={t('catalogue:products.bulk.stock-title', { count, number: formatNumber(count, i18n.language) })}
      text={words('stock-text')}
      confirmLabel={words('apply')}
      isLoading={steps.progress !== undefined}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <ChoiceField
        id="stock-mode"
        label={words('stock-what')}
        value={mode}
        values={modes}
        word={(one) => words(`stock-modes.${one}`)}
        onChange={setMode}
      />
      <Field
        as={NumberInput}
        id="stock-quantity"
        label={words('stock-quantity')}
        hint={mode === 'add' ? words('stock-hint') : undefined}
        error={error ? t(`form:${error}`) : undefined}
        isRequired
        inputMode={mode === 'add' ? 'text' : 'numeric'}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <StepPreview path="stock" target={target} body={body} />
      <StepProgress steps={steps} count={count} />
    </AskForm>
  );
}

/** The same check as on the server, before sending. */
function mistakeOf(mode: string, text: string): string | undefined {
  const value = readNumber(text);
  if (value === undefined) return 'error-number-format';
  if (!Number.isInteger(value)) return 'error-whole-number';
  if (mode === 'set' && value < 0) return 'error-must-not-be-negative';
  return Math.abs(value) > maxPieces ? 'error-too-big' : undefined;
}
