import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import type { Requisites } from '@/contract/shops/requisites';
import type { VendorSettings } from '@/contract/shops/vendor-settings';
import { useSbpMembers } from '@/lib/api/register-lookup';

const facts = ['legal_name', 'inn', 'kpp', 'account', 'bank_name', 'bic', 'correspondent_account'] as const;

interface PayeeProps {
  requisites: Partial<Requisites> | null | undefined;
  fastPayments?: VendorSettings['fast_payments'];
  /** Shown instead of or below them. */
  note?: ReactNode;
}

/** Payment details of a shop; one click selects a value. */
export function Payee({ requisites, fastPayments, note }: PayeeProps) {
  const { t } = useTranslation('ledger');
  const known = facts.flatMap((key) => {
    const value = requisites?.[key];
    return value ? [{ key, label: t(`ledger:withdraws.requisites.${key}`), value: mark(value) }] : [];
  });
  return (
    <Card title={t('ledger:withdraws.card.payee')}>
      {known.length > 0 ? (
        <FactList facts={known} isStacked />
      ) : (
        <p className="text-ink-second">{t('ledger:withdraws.card.no-requisites')}</p>
      )}
      {fastPayments && <FastPayments {...fastPayments} />}
      {note}
    </Card>
  );
}

/** Phone of the fast payment system with its bank's name once loaded. */
function FastPayments({ phone, member }: { phone: string; member: string }) {
  const { t } = useTranslation('ledger');
  const bank = useSbpMembers().data?.find(({ schema }) => schema === member)?.bankName ?? member;
  const known = [
    { key: 'phone', label: t('ledger:withdraws.requisites.fast-phone'), value: mark(phone) },
    { key: 'member', label: t('ledger:withdraws.requisites.fast-member'), value: mark(bank) },
  ];
  return (
    <div className="mt-3 border-t border-line-faint pt-3">
      <FactList facts={known} isStacked />
    </div>
  );
}

function mark(value: string) {
  return <span className="select-all break-words font-medium tabular-nums">{value}</span>;
}
