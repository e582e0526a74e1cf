import { useTranslation } from 'next-i18next/pages';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import type { ShopStub } from '@/contract/accounts/auth';
import { useAnnounced } from '@/lib/api/capabilities';
import { useFigures, useLiveFigures } from './use-figures';
import { hasWaiting, WaitingBar } from './waiting-bar';

/** What waits for a person in a shop, or that nothing does; a closed shop itself waits for somebody's decision. */
export function ShopWaiting({ shop }: { shop: ShopStub }) {
  const { t } = useTranslation('insights');
  useLiveFigures();
  const hasParts = useAnnounced()?.has('analytics-parts') ?? false;
  const { data, isError } = useFigures('waiting', { shop: shop.slug }, hasParts);
  const isQuiet = data && !hasWaiting(data);
  if (!hasParts || (isQuiet && !shop.is_active)) return null;
  return (
    <Card>
      {!data && !isError ? (
        <Skeleton className="h-8.5 w-full" />
      ) : isQuiet ? (
        <p className="text-ink-second">{t('insights:dashboard.waiting.nothing')}</p>
      ) : (
        <WaitingBar scope={{ base: `/${encodeURIComponent(shop.slug)}` }} shop={shop.slug} />
      )}
    </Card>
  );
}
