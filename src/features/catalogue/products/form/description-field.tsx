import { Sparkles } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Field } from '@/components/inputs/field';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { longestDescription } from '@/contract/catalogue/products/limits';
import { useFormField } from '@/lib/form/use-form-field';
import { textToHtml } from '@/lib/format/rich-text';
import { part } from '@/lib/part';
import { useModalActions } from '@/state/modal';
import { useSettings } from '@/state/settings';
import { useFormWords } from './use-form-words';

interface DescriptionFieldProps {
  form: UseFormReturn<FieldValues>;
  /** Language of a translation. */
  lang?: string;
  dir?: string;
}

// Half of the form's bundle, and rarely the first field used.
const RichText = part(
  dynamic(() => import('@/components/editor/rich-text').then((module) => module.RichText), {
    loading: () => <Skeleton className="h-60 w-full rounded-control" />,
    ssr: false,
  }),
);

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
          <RichText
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
