import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import type { AnyResource } from '@/contract/core/define';
import { api } from '@/lib/api/client';
import { formatNumber } from '@/lib/format/format';
import { useFillNext } from './use-filling';

interface FillBarProps {
  resource: AnyResource;
  shop: string | undefined;
  id: number;
  language: string;
}

/** Above a translation that is one of many: how many are left, the way past this one and back. */
export function FillBar({ resource, shop, id, language }: FillBarProps) {
  const { t, i18n } = useTranslation('form');
  const next = useFillNext(resource, shop);
  const { data } = useQuery({
    queryKey: ['translations', shop ?? '', resource.name, language, 'left', id],
    queryFn: () =>
      api.get(`translations/${resource.name}`, {
        language,
        limit: 1,
        ...(shop !== undefined && { shop }),
      }),
    gcTime: 0,
  });
  const place = shop === undefined ? '' : `/${encodeURIComponent(shop)}`;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Link
        href={`${place}/translations?family=${resource.name}&language=${language}`}
        className="text-accent-ink hover:underline"
      >
        {data
          ? t('form:fill.left', { count: data.total, number: formatNumber(data.total, i18n.language) })
          : t('form:fill.list')}
      </Link>
      <Button size="small" onClick={() => void next?.(id)}>
        {t('form:fill.skip')}
      </Button>
    </div>
  );
}
