import { useTranslation } from 'next-i18next/pages';
import { Pagination } from '@/components/table/pagination';
import { InvitationCard } from './invitation-card';
import { useRequests } from './use-requests';

/** Pending invitations of a shop over all sales; renders nothing when empty. */
export function Invitations({ shopId }: { shopId: number }) {
  const { t } = useTranslation('promotions');
  const card = 'promotions:flash-sale.card';
  const { found, setPage } = useRequests({ shopId, needsConsent: true });
  if (!found.data || found.data.rows.length === 0) return null;
  return (
    <section className="mt-4" aria-label={t(`${card}.invitations`)}>
      <h2 className="text-card font-semibold">{t(`${card}.invitations`)}</h2>
      <p className="mt-0.5 text-ink-second">{t(`${card}.invitations-text`)}</p>
      <div className="mt-3 rounded-card border border-line bg-surface phone:-mx-4 phone:rounded-none phone:border-x-0">
        <ul className="divide-y divide-line-faint">
          {found.data.rows.map((request) => (
            <InvitationCard key={request.id} request={request} hasSale />
          ))}
        </ul>
        {found.data.paginator.lastPage > 1 && <Pagination info={found.data.paginator} onPage={setPage} />}
      </div>
    </section>
  );
}
