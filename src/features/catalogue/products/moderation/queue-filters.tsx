import { useTranslation } from 'next-i18next/pages';
import { FilterChip } from '@/components/table/filter-chip';
import { RelatedFilter } from '@/components/table/related-filter';
import { Tabs } from '@/components/ui/tabs';
import { type QueueState, reviewKinds, reviewStates } from './use-queue-state';

interface QueueFiltersProps {
  state: QueueState;
  hrefOf: (changes: Partial<QueueState>) => string;
  onChange: (changes: Partial<QueueState>) => void;
}

const shops = { endpoint: 'shops', labelKey: 'name', searchKey: 'name' };

/** Narrows the queue: what became of it, whether it is a new product, whose it is. */
export function QueueFilters({ state, hrefOf, onChange }: QueueFiltersProps) {
  const { t } = useTranslation(['form', 'common']);
  const word = (key: string) => t(`form:products.moderation.${key}`);
  return (
    <div className="mt-3 grid gap-3">
      <Tabs
        label={word('state')}
        tabs={reviewStates.map((one) => ({
          href: hrefOf({ state: one }),
          label: word(`tabs.${one}`),
          isCurrent: state.state === one,
        }))}
      />
      <div className="flex flex-wrap gap-2">
        <FilterChip
          label={word('kind')}
          clearLabel={t('form:products.moderation.clear', { filter: word('kind') })}
          options={reviewKinds.map((value) => ({ value, label: word(`kinds.${value}`) }))}
          value={state.kind || undefined}
          onChange={(kind) => onChange({ kind: kind ?? '' })}
        />
        <RelatedFilter
          label={word('shop')}
          clearLabel={t('form:products.moderation.clear', { filter: word('shop') })}
          relation={shops}
          byId
          value={state.shop_id || undefined}
          onChange={(id) => onChange({ shop_id: id ?? '' })}
        />
      </div>
    </div>
  );
}
