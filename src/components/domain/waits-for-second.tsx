import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Link } from '@/components/ui/link';
import type { Approval } from '@/contract/settings/approvals';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { formatDateTime } from '@/lib/format/format';

/** Who may confirm a request, with addresses, by which a person is told from a namesake; nothing for vendors. */
export function Deciders({ people }: { people: Approval['deciders'] }) {
  const { t, i18n } = useTranslation('common');
  if (people === null) return null;
  if (people.length === 0) return <>{t('common:text-approval-nobody')}</>;
  const texts = people.map(({ name, email, from }) => {
    const person = `${name} (${email})`;
    const at = from && formatDateTime(from, i18n.language);
    return at ? t('common:text-approval-from', { person, at }) : person;
  });
  return <>{t('common:text-approval-deciders', { people: texts.join(', ') })}</>;
}

/** Says that something about this record waits for a second person; renders nothing otherwise. */
export function WaitsForSecond({
  family,
  id,
  className = '',
}: {
  family: string;
  id: number;
  className?: string;
}) {
  const { t } = useTranslation('common');
  const { data } = useQuery({
    queryKey: ['approvals', 'of', family, id],
    queryFn: () => api.page('approvals', { family, row_id: id, limit: 5 }),
    enabled: useCan('approvals'),
  });
  const waiting = data?.rows.find(({ state }) => state === 'waiting');
  if (!waiting) return null;
  return (
    <p role="status" className={`rounded-card bg-warn-soft px-4 py-3 text-warn ${className}`}>
      {t('common:text-waits-for-second', { name: waiting.prepared_by?.name ?? '' })}{' '}
      <Deciders people={waiting.deciders} />{' '}
      <Link href={`/approvals?id=${waiting.id}`} className="font-medium underline">
        {t('common:text-approval-open')}
      </Link>
    </p>
  );
}
