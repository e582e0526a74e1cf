import { DialogTitle } from '@headlessui/react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { ChoiceField } from '@/components/inputs/choice-field';
import { Field } from '@/components/inputs/field';
import type { RelationOption } from '@/components/inputs/relation-picker';
import { RemotePicker } from '@/components/inputs/remote-picker';
import type { DialogProps } from '@/contract/dialogs';
import { formatNumber } from '@/lib/format/format';
import { StepButtons, StepProgress, useBulkSteps } from './bulk-steps';
import { StepPreview } from './step-preview';

const relation = { endpoint: 'categories', multiple: true };
const modes = ['add', 'remove', 'replace'] as const;

export function CategoryDialog({ data: { target, count, onDone }, onClose }: DialogProps<'CATEGORY_CHANGE'>) {
  const { t, i18n } = useTranslation(['catalogue', 'common', 'form']);
  const [mode, setMode] = useState<string>('add');
  const [chosen, setChosen] = useState<RelationOption[]>([]);
  const [isTried, setTried] = useState(false);
  const steps = useBulkSteps('categories', { target, onDone, onClose });
  const words = (key: string) => t(`catalogue:products.bulk.${key}`);
  const error = isTried && chosen.length === 0 ? t('form:error-choose-one') : undefined;

  const body = chosen.length === 0 ? undefined : { mode, categories: chosen.map(({ id }) => id) };
  const handleSubmit = () => {
    setTried(true);
    if (body) steps.apply(body);
  };

  return (
    <div className="w-125 max-w-full p-6 phone:w-full">
      <DialogTitle className="pe-8 text-card font-semibold">
        {t('catalogue:products.bulk.category-title', { count, number: formatNumber(count, i18n.language) })}
      </DialogTitle>
      <div className="mt-4 grid gap-4">
        <ChoiceField
          id="category-mode"
          label={words('category-what')}
          value={mode}
          values={modes}
          word={(one) => words(`modes.${one}`)}
          onChange={setMode}
        />
        <Field id="category-chosen" label={words('categories')} error={error} isRequired>
          {(control) => (
            <RemotePicker
              control={control}
              label={words('categories-search')}
              relation={relation}
              value={chosen}
              onChange={(value) => setChosen([value ?? []].flat())}
            />
          )}
        </Field>
        {mode === 'replace' && <p className="text-small text-ink-second">{words('replace-text')}</p>}
        <StepPreview path="categories" target={target} body={body} />
        <StepProgress steps={steps} count={count} />
        <StepButtons isBusy={steps.progress !== undefined} onApply={handleSubmit} onClose={onClose} />
      </div>
    </div>
  );
}
