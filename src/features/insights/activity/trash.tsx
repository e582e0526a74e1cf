import { useTranslation } from 'next-i18next/pages';
import { SearchInput } from '@/components/inputs/search-input';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { FilterChip } from '@/components/table/filter-chip';
import { trashCountLimit } from '@/contract/insights/activity';
import { PagedCard } from '@/crud/list/paged-card';
import { formatNumber } from '@/lib/format/format';
import { TrashTable } from './trash-table';
import { useTrash, useTrashCounts, useTrashState } from './use-trash';

/** Trash: removed rows until restored or purged. */
export function Trash() {
  const { t } = useTranslation(['insights', 'common']);
  const trash = useTrashState();
  const { state, change } = trash;
  const found = useTrash(trash);
  const isFiltered = Boolean(state.search || state.filters.family);
  const empty = `insights:trash.empty${isFiltered ? '-found' : ''}`;
  return (
    <>
      <PageHeader title={t('insights:trash.title')} />
      <div className="mt-4 grid gap-4">
        <p className="max-w-2xl text-ink-second">{t('insights:trash.hint')}</p>
        <div className="flex flex-wrap items-center gap-2">
          <SearchInput
            value={state.search}
            label={t('insights:trash.search')}
            clearLabel={t('common:button-clear')}
            onSearch={(search) => change({ search })}
          />
          <FamilyChip
            value={state.filters.family}
            onChange={(family) => change({ filters: family ? { family } : {} })}
          />
        </div>
        <PagedCard
          query={found}
          empty={
            <EmptyState
              picture={isFiltered ? 'search' : 'empty'}
              title={t(empty)}
              text={t(`${empty}-text`)}
            />
          }
          onPage={(page) => change({ page })}
        >
          {(rows) => <TrashTable rows={rows} />}
        </PagedCard>
      </div>
    </>
  );
}

/** Family filter with counts, non-empty families only. */
function FamilyChip({ value, onChange }: { value: string | undefined; onChange: (family?: string) => void }) {
  const { t, i18n } = useTranslation(['insights', 'common']);
  const { data = [] } = useTrashCounts();
  const number = (count: number) => formatNumber(count, i18n.language);
  const options = data.map(({ family, count }) => {
    const many = count >= trashCountLimit ? 'count-many' : 'count';
    const amount = t(`insights:trash.${many}`, { count: number(count) });
    return { value: family, label: `${t(`common:families.${family}`)} (${amount})` };
  });
  const isKnown = value === undefined || options.some((option) => option.value === value);
  const chosen = isKnown ? [] : [{ value, label: t(`common:families.${value}`) }];
  return (
    <FilterChip
      label={t('insights:trash.fields.family')}
      clearLabel={t('common:list.clear-filter')}
      options={[...options, ...chosen]}
      value={value}
      onChange={onChange}
    />
  );
}
