import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Card } from '@/components/card';
import { FactList } from '@/components/fact-list';
import type { Requisites } from '@/contract/shops/requisites';

const facts = ['legal_name', 'inn', 'kpp', 'account', 'bank_name', 'bic', 'correspondent_account'] as const;

interface PayeeProps {
  requisites: Partial<Requisites> | null | undefined;
  /** Said instead of them, or below. */
  note?: ReactNode;
}

/** Where a shop's money goes: each requisite can be marked with one click. */
export function Payee({ requisites, note }: PayeeProps) {
  const { t } = useTranslation('resources');
  const known = facts.flatMap((key) => {
    const value = requisites?.[key];
    return value ? [{ key, label: t(`resources:withdraws.requisites.${key}`), value: mark(value) }] : [];
  });
  return (
    <Card title={t('resources:withdraws.card.payee')}>
      {known.length > 0 ? (
        <FactList facts={known} isStacked />
      ) : (
        <p className="text-ink-second">{t('resources:withdraws.card.no-requisites')}</p>
      )}
      {note}
    </Card>
  );
}

function mark(value: string) {
  return <span className="select-all break-words font-medium tabular-nums">{value}</span>;
}
