import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Link } from '@/components/ui/link';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';

/** Warns before an approval that other shops have the same ИНН or bank account, and links to them. */
export function TwinsNote({ shop }: { shop: { id: number } }) {
  const { t } = useTranslation('shops');
  const canAsk = useCan('shop-twins');
  const { data } = useQuery({
    queryKey: ['shops', 'twins', shop.id],
    queryFn: () => api.get(`shops/${shop.id}/twins`),
    enabled: canAsk,
  });
  if (!data?.length) return null;
  return (
    <section
      role="alert"
      className="flex items-start gap-2.5 rounded-control bg-warn-soft px-3 py-2.5 text-warn"
    >
      <TriangleAlert className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        <p className="font-medium">{t('shops:shops.twins', { count: data.length })}</p>
        <ul className="mt-1 grid gap-1">
          {data.map((twin) => (
            <li key={twin.id} className="break-words">
              <Link
                href={`/${encodeURIComponent(twin.slug)}`}
                target="_blank"
                className="relative touch-target rounded-badge underline"
              >
                <bdi>{twin.name}</bdi>
              </Link>{' '}
              <span className="text-small">
                {[
                  t(`shops:shops.twin-same.${twin.same.join('-')}`),
                  twin.owner,
                  t(`shops:shops.twin-${twin.is_active ? 'open' : 'closed'}`),
                ].join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
