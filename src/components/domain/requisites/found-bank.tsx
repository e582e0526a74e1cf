import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import type { BankInfo } from '@/contract/settings/lookups';
import { useBank } from '@/lib/api/register-lookup';
import { LookupNote } from './lookup-note';
import { useFilling, useTyped } from './use-filling';

/** What the directory of banks says of the БИК that was typed. */
export function FoundBank({ form, prefix }: { form: UseFormReturn<FieldValues>; prefix: string }) {
  const { t } = useTranslation('form');
  const { digits, isNew } = useTyped(form, `${prefix}.bic`);
  const found = useBank(digits, isNew);
  const bank = found.data ? valuesOf(found.data) : undefined;
  const filling = useFilling(form, prefix, bank);
  if (found.isFetching) return <LookupNote look="busy">{t('form:requisites.lookup.busy')}</LookupNote>;
  if (found.isError) return <LookupNote look="warn">{t('form:requisites.lookup.failed')}</LookupNote>;
  if (found.data === null) return <LookupNote look="warn">{t('form:requisites.lookup.no-bank')}</LookupNote>;
  if (!bank) return null;
  if (filling.holds(bank)) return <LookupNote look="good">{t('form:requisites.lookup.filled')}</LookupNote>;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-control bg-sunken px-3 py-2">
      <b className="min-w-0 flex-1 font-semibold">{bank.bank_name}</b>
      <Button size="small" onClick={() => filling.fill(bank)}>
        {t('form:requisites.lookup.fill')}
      </Button>
    </p>
  );
}

function valuesOf(bank: BankInfo): Record<string, string> {
  return { bank_name: bank.name, correspondent_account: bank.correspondent_account };
}
