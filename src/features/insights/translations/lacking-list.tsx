import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { LinkButton } from '@/components/ui/link-button';
import type { LackingRow, TranslationGap } from '@/contract/insights/translations';
import { api } from '@/lib/api/client';
import { formatNumber } from '@/lib/format/format';
import { familyKeys } from '@/lib/i18n/labels';
import { languageName } from '@/lib/i18n/language-name';
import { lazyPart } from '@/lib/lazy-part';

const pageSize = 30;

const SettingTexts = lazyPart(() => import('./setting-texts'), 'SettingTexts');

/** Key of the name: the settings are no family. */
export const familyName = (family: string) =>
  family === 'settings' ? 'insights:translations.settings' : `common:families.${family}`;

interface LackingListProps {
  gap: TranslationGap;
  shop: string | undefined;
  /** Address of the overview. */
  base: string;
}

/** Rows of a family that lack texts in a language; each opens its translation, and saving leads to the next one. */
export function LackingList({ gap: { family, language, domain }, shop, base }: LackingListProps) {
  const { t, i18n } = useTranslation(['insights', 'common']);
  // Ids after which pages begin: the way back is kept, since rows leave the list as they are filled.
  const [starts, setStarts] = useState([0]);
  const after = starts.at(-1) ?? 0;
  const rows = useQuery({
    queryKey: ['translations', shop ?? '', family, language, after],
    queryFn: () =>
      api.get(`translations/${family}`, {
        language,
        after,
        limit: pageSize,
        ...(shop !== undefined && { shop }),
      }),
  });
  const place = shop === undefined ? '' : `/${encodeURIComponent(shop)}`;
  const hrefOf = ({ key }: LackingRow) =>
    `${place}/${family}/${encodeURIComponent(key)}/translate?texts=${language}&fill=1`;
  return (
    <section className="rounded-card border border-line bg-surface">
      <QueryBoundary query={rows}>
        {({ rows: shown, total }) => (
          <>
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
              <div>
                <h2 className="text-card font-semibold">
                  {t(familyName(family))} · {languageName(language, i18n.language)}
                </h2>
                <p className="text-small text-ink-second">
                  {t(`insights:translations.${family === 'settings' ? 'lacking-texts' : 'lacking'}`, {
                    count: total,
                    number: formatNumber(total, i18n.language),
                  })}
                </p>
              </div>
              <div className="flex gap-2">
                <LinkButton href={base}>{t('insights:translations.back')}</LinkButton>
                {shown[0] && family !== 'settings' && (
                  <LinkButton variant="primary" href={hrefOf(shown[0])}>
                    {t('insights:translations.fill')}
                  </LinkButton>
                )}
              </div>
            </div>
            {family === 'settings' ? (
              shown[0] && <SettingTexts key={language} language={language} lacks={shown[0].lacks} />
            ) : (
              <Rows rows={shown} family={family} domain={domain} hrefOf={hrefOf} />
            )}
            {shown.length === 0 && (
              <p className="px-4 py-6 text-ink-second">{t('insights:translations.none')}</p>
            )}
            <Steps starts={starts} rows={shown} onChange={setStarts} />
          </>
        )}
      </QueryBoundary>
    </section>
  );
}

type RowsProps = Pick<TranslationGap, 'family' | 'domain'> & {
  rows: readonly LackingRow[];
  hrefOf: (row: LackingRow) => string;
};

/** Each with the fields that lack a text. */
function Rows({ rows, family, domain, hrefOf }: RowsProps) {
  const { t } = useTranslation(['common', domain]);
  const labelOf = (key: string) => t([...familyKeys(family, `fields.${key}`), `common:fields.${key}`]);
  return (
    <ul className="divide-y divide-line-faint border-t border-line-faint">
      {rows.map((row) => (
        <li key={row.id} className="min-w-0 px-4 py-2.5 break-words">
          <Link href={hrefOf(row)} className="font-medium hover:underline">
            <span dir="auto">{row.title}</span>
          </Link>
          <span className="block text-small text-ink-second">{row.lacks.map(labelOf).join(', ')}</span>
        </li>
      ))}
    </ul>
  );
}

interface StepsProps {
  starts: readonly number[];
  rows: readonly LackingRow[];
  onChange: (starts: number[]) => void;
}

function Steps({ starts, rows, onChange }: StepsProps) {
  const { t } = useTranslation('insights');
  const last = rows.length === pageSize ? rows.at(-1) : undefined;
  if (starts.length === 1 && !last) return null;
  return (
    <div className="flex justify-end gap-2 border-t border-line-faint px-4 py-3">
      {starts.length > 1 && (
        <Button onClick={() => onChange(starts.slice(0, -1))}>{t('insights:translations.previous')}</Button>
      )}
      {last && (
        <Button onClick={() => onChange([...starts, last.id])}>{t('insights:translations.next')}</Button>
      )}
    </div>
  );
}
