import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import type { OrganisationInfo } from '@/contract/settings/lookups';
import { useOrganisations } from '@/lib/api/register-lookup';
import { LookupNote } from './lookup-note';
import { useFilling, useTyped } from './use-filling';

interface FoundOrganisationsProps {
  form: UseFormReturn<FieldValues>;
  prefix: string;
}

/** What the register says of the ИНН that was typed: filled in at once when nothing stands there, offered otherwise. */
export function FoundOrganisations({ form, prefix }: FoundOrganisationsProps) {
  const { t } = useTranslation('form');
  const { digits, isNew } = useTyped(form, `${prefix}.inn`);
  const found = useOrganisations(digits, isNew);
  const rows = found.data ?? [];
  const [first] = rows;
  const filling = useFilling(form, prefix, rows.length === 1 && first ? valuesOf(first) : undefined);
  if (found.isFetching) return <LookupNote look="busy">{t('form:requisites.lookup.busy')}</LookupNote>;
  if (found.isError) return <LookupNote look="warn">{t('form:requisites.lookup.failed')}</LookupNote>;
  if (!found.data) return null;
  if (!first) return <LookupNote look="warn">{t('form:requisites.lookup.no-organisation')}</LookupNote>;
  return (
    <>
      {rows.length > 1 && (
        <p className="mt-1.5 text-small text-ink-second">
          {t('form:requisites.lookup.branches', { count: rows.length })}
        </p>
      )}
      <ul className="mt-2 grid gap-2">
        {rows.map((row) => (
          <li
            key={`${row.ogrn}-${row.kpp}`}
            className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-control bg-sunken px-3 py-2"
          >
            <div className="min-w-0 flex-1 basis-56">
              <b className="block font-semibold">{row.name_short}</b>
              <span className="block text-small text-ink-second">
                {row.kpp ? `${t('form:requisites.fields.kpp')} ${row.kpp} · ${row.address}` : row.address}
              </span>
              {row.status !== 'ACTIVE' && (
                <LookupNote look="warn">{t(`form:requisites.lookup.states.${row.status}`)}</LookupNote>
              )}
            </div>
            {filling.holds(valuesOf(row)) ? (
              <LookupNote look="good">{t('form:requisites.lookup.filled')}</LookupNote>
            ) : (
              <Button size="small" onClick={() => filling.fill(valuesOf(row))}>
                {t('form:requisites.lookup.fill')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The record as requisites. */
function valuesOf(row: OrganisationInfo): Record<string, string> {
  const isPerson = row.type === 'INDIVIDUAL';
  return {
    legal_form: isPerson ? 'entrepreneur' : 'organisation',
    legal_name: row.name_short,
    kpp: isPerson ? '' : (row.kpp ?? ''),
    ogrn: row.ogrn,
    legal_address: row.address,
  };
}
