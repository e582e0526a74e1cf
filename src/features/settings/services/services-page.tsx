import { useTranslation } from 'next-i18next/pages';
import { OnlyWith } from '@/components/domain/only-with';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { useHashTarget } from '@/lib/hooks/use-hash-target';
import { lazyPart } from '@/lib/lazy-part';
import { OutboxList } from './outbox-list';
import { ServiceList } from './service-list';
import { useServices } from './use-services';

const ProvidersCard = lazyPart(() => import('./providers-card'), 'ProvidersCard');

/** External services, for administrators: what is connected, how it responds, what was sent. */
export function ServicesPage() {
  const { t } = useTranslation('settings');
  const query = useServices();
  useHashTarget(query.isSuccess);
  return (
    <>
      <PageHeader title={t('common:text-outside-services')} />
      <p className="mt-4 max-w-3xl text-ink-second">{t('settings:services.text')}</p>
      <div className="mt-4 grid gap-6">
        <QueryBoundary query={query}>{({ services }) => <ServiceList services={services} />}</QueryBoundary>
        <OnlyWith capability="sign-in-providers">
          <ProvidersCard />
        </OnlyWith>
        <OutboxList counts={query.data?.outbox} />
      </div>
    </>
  );
}
