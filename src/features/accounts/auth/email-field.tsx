import { useTranslation } from 'next-i18next/pages';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import type { PartForm } from '@/lib/form/use-part-form';

/** The e-mail address of an account. */
export function EmailField({ part, label }: { part: PartForm; label?: string }) {
  const { t } = useTranslation('common');
  return (
    <Field
      as={Input}
      id="email"
      label={label ?? t('text-email')}
      {...part.field('email')}
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      className="rtl:text-end"
    />
  );
}
