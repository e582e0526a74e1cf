import { Sparkles } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { LateRichText } from '@/components/editor/late-rich-text';
import { Field } from '@/components/inputs/field';
import { Button } from '@/components/ui/button';
import { longestDescription } from '@/contract/catalogue/products/limits';
import { useFormField } from '@/lib/form/use-form-field';
import { textToHtml } from '@/lib/format/rich-text';
import { useModalActions } from '@/state/modal';
import { useSettings } from '@/state/settings';
import { useFormWords } from './use-form-words';

interface DescriptionFieldProps {
  form: UseFormReturn<FieldValues>;
  /** Language of a translation. */
  lang?: string;
  dir?: string;
}

/** Rich-text description; offers AI generation where the settings enable it. */
export function DescriptionField({ form, lang, dir }: DescriptionFieldProps) {
  const { t } = useTranslation(['catalogue', 'form']);
  const words = useFormWords();
  const { useAi: isAiOffered } = useSettings();
  const { open } = useModalActions();
  const { field, error } = useFormField(form, 'description');
  const label = words.field('description');

  function handleGenerate() {
    const [name, group] = form.getValues(['name', 'type_id']);
    open('GENERATE_DESCRIPTION', {
      name: String(name ?? '').trim(),
      ...(group?.label && { group: String(group.label) }),
      onDone: (text) =>
        form.setValue('description', textToHtml(text), { shouldDirty: true, shouldTouch: true }),
    });
  }

  return (
    <div className="relative">
      {isAiOffered && (
        <Button
          size="small"
          variant="ghost"
          className="absolute end-0 -top-1.5 text-accent-ink!"
          icon={<Sparkles className="size-4" />}
          onClick={handleGenerate}
        >
          {t('catalogue:products.form.generate.open')}
        </Button>
      )}
      <Field id="field-description" label={label} error={error}>
        {(control) => (
          <LateRichText
            control={control}
            label={label}
            lang={lang}
            dir={dir}
            value={String(field.value ?? '')}
            limit={longestDescription}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      </Field>
    </div>
  );
}
