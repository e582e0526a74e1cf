import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'next-i18next/pages';
import { Card } from '@/components/ui/card';
import type { VendorViewRow, ViewedPage } from '@/contract/accounts/vendor-views';
import { api } from '@/lib/api/client';
import { formatDateTime } from '@/lib/format/format';

/** Records of a section that are named; of more, only their number. */
const named = 8;

/** Who of the platform's team looked at the shop through its people's eyes; nothing while nobody has. */
export function ShopViews({ shopId }: { shopId: number }) {
  const { t } = useTranslation('shops');
  const { data: views = [] } = useQuery({
    queryKey: ['shops', 'views', shopId],
    queryFn: () => api.get(`shops/${shopId}/views`),
  });
  if (views.length === 0) return null;
  return (
    <Card title={t('shops:views.title')} text={t('shops:views.text')}>
      <ul className="divide-y divide-line-faint">
        {views.map((view) => (
          <ShopView key={view.id} view={view} />
        ))}
      </ul>
    </Card>
  );
}

function ShopView({ view }: { view: VendorViewRow }) {
  const { t, i18n } = useTranslation('shops');
  const sections = useSections(view.pages);
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <bdi className="font-medium">{view.by.name}</bdi>
        <span className="text-small text-ink-second">
          <time dateTime={view.started_at}>{formatDateTime(view.started_at, i18n.language)}</time>
        </span>
      </p>
      <p className="mt-0.5 text-ink-second">{t('shops:views.eyes', { name: view.seen.name })}</p>
      <p className="mt-0.5 break-words">
        {t('shops:views.reason')}: {view.reason}
      </p>
      <p className="mt-0.5 text-small break-words text-ink-second">
        {t('shops:views.pages')}: {sections.join('; ') || t('shops:views.nothing')}
      </p>
    </li>
  );
}

/** Sections of the panel with the records that were opened in each, in the order of reading. */
function useSections(pages: readonly ViewedPage[]): string[] {
  const { t } = useTranslation(['shops', 'common']);
  const wordOf = ({ family, area }: ViewedPage) => {
    if (family) return t(`common:families.${family}`);
    return area ? t(`common:areas.${area}`) : t('shops:views.everywhere');
  };
  // What every page reads comes last.
  const isCommon = ({ family, area }: ViewedPage) => family === null && area === null;
  const ordered = [...pages.filter((page) => !isCommon(page)), ...pages.filter(isCommon)];
  return [...Map.groupBy(ordered, wordOf)].map(([word, read]) => {
    const records = [...new Set(read.flatMap((page) => recordOf(page, t) ?? []))];
    if (records.length === 0) return word;
    const more = records.length - named;
    const list = records.slice(0, named).join(', ');
    return `${word} (${more > 0 ? t('shops:views.more', { list, count: more }) : list})`;
  });
}

/** The shop itself is no news here. */
function recordOf({ family, record }: ViewedPage, t: TFunction): string | undefined {
  if (record === null || family === 'shops' || (family === null && /^\D/.test(record))) return undefined;
  return /^\d+$/.test(record) ? t('common:id', { id: record }) : record;
}
