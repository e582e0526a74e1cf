import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { FigureTile } from '@/components/figure-tile';
import { type AnyResource, pathOf } from '@/contract/define';
import { defaultLanguage } from '@/contract/languages';
import { api } from '@/lib/api';
import { formatNumber } from '@/lib/format';

/** How many records a family has, leading to its list; one row is asked for, the page information carries the total. */
export function FamilyTotal({ resource }: { resource: AnyResource }) {
  const { t } = useTranslation(['common', 'resources']);
  const { locale = defaultLanguage } = useRouter();
  const query = { limit: 1, language: locale };
  const { data, isError } = useQuery({
    queryKey: [resource.name, 'list', query],
    queryFn: () => api.page(resource.endpoint, query),
  });

  return (
    <FigureTile
      label={t(`resources:${resource.name}.title`)}
      href={pathOf(resource).list}
      value={data && formatNumber(data.paginator.total, locale)}
      failure={isError && !data ? t('home.failed') : undefined}
    />
  );
}
