import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Link } from '@/components/ui/link';
import { LinkButton } from '@/components/ui/link-button';
import type { TranslationGap } from '@/contract/insights/translations';
import { api } from '@/lib/api/client';
import { formatNumber } from '@/lib/format/format';
import { languageName } from '@/lib/i18n/language-name';
import { useMayOpen } from '@/lib/session/rights';
import { familyName, LackingList } from './lacking-list';

/** What lacks a translation by family and language; with both in the address, the rows that lack it. */
export function TranslationsPage() {
  const { t } = useTranslation(['insights', 'common']);
  const { isReady, query } = useRouter();
  const shop = typeof query.shop === 'string' ? query.shop : undefined;
  const gaps = useQuery({
    queryKey: ['translations', shop ?? ''],
    queryFn: () => api.get('translations', shop === undefined ? {} : { shop }),
    enabled: isReady,
  });
  const base = shop === undefined ? '/translations' : `/${encodeURIComponent(shop)}/translations`;
  return (
    <>
      <PageHeader title={t('common:text-translations')} />
      <p className="mt-1 max-w-2xl text-ink-second">{t('insights:translations.text')}</p>
      <div className="mt-4 max-w-5xl">
        <QueryBoundary query={gaps}>
          {(all) => {
            const open = all.find(
              ({ family, language }) => family === query.family && language === query.language,
            );
            if (open) return <LackingList gap={open} shop={shop} base={base} />;
            return all.length === 0 ? (
              <OneLanguage isAdmin={shop === undefined} />
            ) : (
              <Gaps gaps={all} base={base} />
            );
          }}
        </QueryBoundary>
      </div>
    </>
  );
}

/** Where one language is offered there is nothing to translate into. */
function OneLanguage({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation('insights');
  const mayOpen = useMayOpen();
  return (
    <EmptyState
      isCard
      picture="empty"
      title={t('insights:translations.one-language')}
      text={t(`insights:translations.one-language-${isAdmin ? 'text' : 'shop'}`)}
      action={
        isAdmin &&
        mayOpen('/settings') && (
          <LinkButton variant="primary" href="/settings">
            {t('insights:translations.one-language-action')}
          </LinkButton>
        )
      }
    />
  );
}

function Gaps({ gaps, base }: { gaps: readonly TranslationGap[]; base: string }) {
  const { t, i18n } = useTranslation(['insights', 'common']);
  const languages = [...new Set(gaps.map(({ language }) => language))];
  const families = [...Map.groupBy(gaps, ({ family }) => family)];
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface phone:-mx-4 phone:rounded-none phone:border-x-0">
      <table className="w-full text-start phone:block">
        <thead className="text-small text-ink-second phone:hidden">
          <tr>
            <th scope="col" className="px-4 py-2.5 text-start font-medium">
              {t('insights:translations.family')}
            </th>
            {languages.map((language) => (
              <th key={language} scope="col" className="px-4 py-2.5 text-start font-medium">
                {languageName(language, i18n.language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="phone:block">
          {families.map(([family, ofFamily]) => (
            <tr
              key={family}
              className="border-t border-line-faint phone:grid phone:grid-cols-2 phone:first:border-t-0"
            >
              <th
                scope="row"
                className="px-4 py-2.5 text-start align-top font-medium phone:col-span-2 phone:pb-0"
              >
                {t(familyName(family))}
                <span className="block text-small font-normal text-ink-second">
                  {t(`insights:translations.${family === 'settings' ? 'total-texts' : 'total'}`, {
                    count: ofFamily[0]?.total ?? 0,
                    number: formatNumber(ofFamily[0]?.total ?? 0, i18n.language),
                  })}
                </span>
              </th>
              {ofFamily.map((gap) => (
                <td key={gap.language} className="px-4 py-2.5 align-top">
                  <span className="hidden text-small text-ink-second phone:block">
                    {languageName(gap.language, i18n.language)}
                  </span>
                  <Gap gap={gap} base={base} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Gap({ gap: { family, language, total, lacking }, base }: { gap: TranslationGap; base: string }) {
  const { t, i18n } = useTranslation('insights');
  // Not 100 % while anything lacks.
  const done = total === 0 ? 100 : Math.floor(((total - lacking) / total) * 100);
  const label = t('insights:translations.done', { percent: formatNumber(done, i18n.language) });
  return (
    <div className="grid w-48 gap-1 phone:w-28">
      <span className="text-small tabular-nums">{label}</span>
      <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-line-faint">
        <span className="block h-full bg-accent" style={{ width: `${done}%` }} />
      </span>
      {lacking > 0 && (
        <Link
          href={`${base}?family=${family}&language=${language}`}
          className="text-small text-accent-ink hover:underline"
        >
          {t(`insights:translations.${family === 'settings' ? 'lacking-texts' : 'lacking'}`, {
            count: lacking,
            number: formatNumber(lacking, i18n.language),
          })}
        </Link>
      )}
    </div>
  );
}
