import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Link } from '@/components/ui/link';
import type { Approval } from '@/contract/settings/approvals';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';

/** With addresses: that is how a person is told from a namesake, and how one signs in. */
export const peopleText = (people: Approval['deciders']): string =>
  people.map(({ name, email }) => `${name} (${email})`).join(', ');

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
      {waiting.deciders.length > 0 &&
        t('common:text-approval-deciders', { people: peopleText(waiting.deciders) })}{' '}
      <Link href={`/approvals?id=${waiting.id}`} className="font-medium underline">
        {t('common:text-approval-open')}
      </Link>
    </p>
  );
}
