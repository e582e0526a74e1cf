import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { Link } from '@/components/ui/link';

/** Says why the fast payment system is not offered though it is switched on: no bank is connected. */
export function SbpMissing({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('form');
  const isOn = useWatch({ control: form.control, name: 'useSbp' });
  if (isOn !== true) return null;
  return (
    <p className="rounded-card bg-warn-soft px-4 py-3 text-warn">
      {t('form:settings.sbp-missing')}{' '}
      <Link href="/settings/services" className="font-medium underline">
        {t('form:settings.sbp-services')}
      </Link>
    </p>
  );
}
