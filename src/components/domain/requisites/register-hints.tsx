import { CircleAlert, CircleCheck } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useEffect, useRef } from 'react';
import { type FieldValues, get, type UseFormReturn, useWatch } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import type { BankInfo, OrganisationInfo } from '@/contract/settings/lookups';
import { useBank, useOrganisations } from '@/lib/api/register-lookup';

interface FoundProps {
  form: UseFormReturn<FieldValues>;
  prefix: string;
}

/** Organisations of the register for the typed ИНН. Fills empty fields immediately; otherwise offers a button. */
export function FoundOrganisations({ form, prefix }: FoundProps) {
  const { t } = useTranslation('form');
  const { digits, isNew } = useTypedNumber(form, `${prefix}.inn`);
  const found = useOrganisations(digits, isNew);
  const rows = found.data ?? [];
  const [first] = rows;
  const filling = useFilling(
    form,
    prefix,
    rows.length === 1 && first ? organisationValues(first) : undefined,
  );
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
            {filling.holds(organisationValues(row)) ? (
              <LookupNote look="good">{t('form:requisites.lookup.filled')}</LookupNote>
            ) : (
              <Button size="small" onClick={() => filling.fill(organisationValues(row))}>
                {t('form:requisites.lookup.fill')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function organisationValues(row: OrganisationInfo): Record<string, string> {
  const isPerson = row.type === 'INDIVIDUAL';
  return {
    legal_form: isPerson ? 'entrepreneur' : 'organisation',
    legal_name: row.name_short,
    kpp: isPerson ? '' : (row.kpp ?? ''),
    ogrn: row.ogrn,
    legal_address: row.address,
  };
}

/** The bank for the typed БИК. Fills empty fields immediately; otherwise offers a button. */
export function FoundBank({ form, prefix }: FoundProps) {
  const { t } = useTranslation('form');
  const { digits, isNew } = useTypedNumber(form, `${prefix}.bic`);
  const found = useBank(digits, isNew);
  const bank = found.data ? bankValues(found.data) : undefined;
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

function bankValues(bank: BankInfo): Record<string, string> {
  return { bank_name: bank.name, correspondent_account: bank.correspondent_account };
}

const looks = {
  busy: { icon: <Spinner />, className: 'text-ink-second' },
  good: {
    icon: <CircleCheck className="mt-0.5 size-4 shrink-0" />,
    className: 'text-good',
  },
  warn: {
    icon: <CircleAlert className="mt-0.5 size-4 shrink-0" />,
    className: 'text-warn',
  },
};

/** Status line of a look-up, announced to screen readers. */
function LookupNote({ look, children }: { look: keyof typeof looks; children: ReactNode }) {
  return (
    <p
      role="status"
      className={`mt-1.5 flex items-start gap-1.5 text-small font-medium ${looks[look].className}`}
    >
      {looks[look].icon}
      <span className="min-w-0">{children}</span>
    </p>
  );
}

type RequisiteValues = Record<string, string>;

/**
 * Fills the form from a register record: automatically while the target fields are empty, otherwise only on request.
 * `only` is the single match; undefined when there is none or several.
 */
function useFilling(form: UseFormReturn<FieldValues>, prefix: string, only: RequisiteValues | undefined) {
  const values: FieldValues = useWatch({ control: form.control, name: prefix }) ?? {};
  const done = useRef<string>(undefined);

  const fill = (found: RequisiteValues) => {
    for (const [key, value] of Object.entries(found)) {
      const shouldValidate = form.formState.isSubmitted;
      form.setValue(`${prefix}.${key}`, value, { shouldDirty: true, shouldValidate });
    }
  };

  const mark = only && JSON.stringify(only);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per record
  useEffect(() => {
    if (!only || done.current === mark) return;
    done.current = mark;
    const written = Object.keys(only).filter((key) => key !== 'legal_form' && values[key]);
    if (written.length === 0) fill(only);
  }, [mark]);

  return {
    /** True when the form already has these values. */
    holds: (found: RequisiteValues) =>
      Object.entries(found).every(([key, value]) => (values[key] ?? '') === value),
    fill,
  };
}

/** Digits of the typed number, and whether they differ from the stored value: the register is queried only then. */
function useTypedNumber(form: UseFormReturn<FieldValues>, path: string) {
  const value: unknown = useWatch({ control: form.control, name: path });
  const stored: unknown = get(form.formState.defaultValues, path);
  const digits = String(value ?? '').replace(/[\s\u00a0-]/g, '');
  return { digits, isNew: digits !== String(stored ?? '') };
}
