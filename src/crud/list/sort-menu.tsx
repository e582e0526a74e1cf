import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { foldedColumns, type Yielding } from '@/components/table/fit-columns';
import { buttonClass } from '@/components/ui/button-style';
import { Menu } from '@/components/ui/menu';
import { useIsNarrow } from '@/lib/hooks/use-is-narrow';
import { useIsPhone } from '@/lib/hooks/use-is-phone';

interface SortMenuProps {
  /** The shown columns. */
  columns: readonly (Yielding & { label: string; isSortable: boolean })[];
  orderBy: string;
  sortedBy: 'asc' | 'desc';
  onSort: (sort: Pick<SortMenuProps, 'orderBy' | 'sortedBy'>) => void;
}

/** Sorts a list whose window has no heading for some sortable column: cards have none at all. */
export function SortMenu({ columns, orderBy, sortedBy, onSort }: SortMenuProps) {
  const { t } = useTranslation('common');
  const sortable = columns.filter(({ isSortable }) => isSortable);
  const sorted = sortable.find(({ key }) => key === orderBy);
  const Arrow = !sorted ? ArrowUpDown : sortedBy === 'asc' ? ArrowUp : ArrowDown;
  const label = sorted && t(`common:list.sorted-${sortedBy}`, { column: sorted.label });
  return (
    <Menu
      label={label ?? t('common:list.sort')}
      buttonClassName={buttonClass({ variant: 'ghost' })}
      items={[
        ...sortable.map(({ key, label: column }) => ({
          key,
          label: column,
          isChecked: key === orderBy,
          onSelect: () => onSort({ orderBy: key, sortedBy }),
        })),
        ...(['asc', 'desc'] as const).map((side) => ({
          key: `side-${side}`,
          label: t(`common:list.${side}`),
          isChecked: side === sortedBy,
          isSeparated: side === 'asc',
          onSelect: () => onSort({ orderBy, sortedBy: side }),
        })),
      ]}
    >
      <Arrow className="size-4" />
      {sorted?.label ?? t('common:list.sort')}
    </Menu>
  );
}

/** True when some sortable column of a list has no heading to press. */
export function useNeedsSortMenu({ columns }: Pick<SortMenuProps, 'columns'>): boolean {
  const isPhone = useIsPhone();
  const isNarrow = useIsNarrow();
  const without = isPhone ? columns : isNarrow ? foldedColumns(columns) : [];
  return without.some(({ isSortable }) => isSortable);
}
