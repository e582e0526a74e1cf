import { ChevronDown, Trash2, X } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { menuItemClass } from '@/components/ui/menu-item-style';
import { Popover } from '@/components/ui/popover';
import { Spinner } from '@/components/ui/spinner';
import { formatNumber } from '@/lib/format/format';
import { useBottomBar } from '@/lib/hooks/use-bottom-bar';

interface BulkField {
  key: string;
  label: string;
  values: readonly { value: string | boolean; label: string }[];
}

interface BulkBarProps {
  count: number;
  /** Number of rows that match the list's filter. */
  total: number;
  isAll?: boolean;
  isFiltered?: boolean;
  isBusy: boolean;
  canRemove?: boolean;
  fields?: readonly BulkField[];
  onTakeAll?: () => void;
  onClear: () => void;
  onSet?: (key: string, value: string | boolean) => void;
  onRemove?: () => void;
  /** Family-specific actions. */
  more?: ReactNode;
}

export const bulkButtonClass =
  'inline-flex h-8.5 shrink-0 items-center gap-2 rounded-control bg-white/12 px-3 font-medium whitespace-nowrap text-white ' +
  'hover:not-disabled:bg-white/20 disabled:opacity-50 pointer-coarse:h-10 phone:order-2 phone:flex-1 phone:justify-center';

/** The floating bar over a list with ticked rows. */
export function BulkBar(props: BulkBarProps) {
  const { count, total, isAll, isFiltered, isBusy, canRemove, fields = [] } = props;
  const { onTakeAll, onClear, onSet, onRemove } = props;
  const { t, i18n } = useTranslation('common');
  const bar = useBottomBar();
  const words = (of: number) => ({ count: of, number: formatNumber(of, i18n.language) });
  return (
    <section
      ref={bar}
      aria-label={t('common:bulk.bar')}
      className="sticky bottom-4 z-20 mx-auto mt-4 flex w-max max-w-full flex-wrap items-center gap-2 rounded-card bg-floating py-2 ps-4 pe-2 text-white shadow-floating phone:fixed phone:inset-x-3 phone:bottom-3 phone:z-40 phone:w-auto"
    >
      <span role="status" className="me-1 font-medium">
        {t(isAll ? 'common:bulk.selected-all' : 'common:bulk.selected', words(count))}
      </span>
      {!isAll && total > count && (
        <button
          type="button"
          className="me-1 rounded-badge text-white/80 underline-offset-4 hover:text-white hover:underline"
          onClick={onTakeAll}
        >
          {t(`common:bulk.${isFiltered ? 'take-all' : 'take-all-plain'}`, words(total))}
        </button>
      )}
      {fields.map((field) => (
        <FieldMenu key={field.key} field={field} isBusy={isBusy} onSet={onSet} />
      ))}
      {props.more}
      {canRemove && (
        <button
          type="button"
          disabled={isBusy}
          className={bulkButtonClass}
          aria-haspopup="dialog"
          onClick={onRemove}
        >
          {isBusy ? <Spinner /> : <Trash2 className="size-4" />}
          {t('common:button-delete')}
        </button>
      )}
      <button
        type="button"
        aria-label={t('common:bulk.clear')}
        title={t('common:bulk.clear')}
        className="grid size-8.5 place-items-center rounded-control text-white/80 hover:bg-white/12 hover:text-white pointer-coarse:size-10 phone:order-1 phone:ms-auto"
        onClick={onClear}
      >
        <X className="size-4" />
      </button>
    </section>
  );
}

interface FieldMenuProps extends Pick<BulkBarProps, 'isBusy' | 'onSet'> {
  field: BulkField;
}

function FieldMenu({ field, isBusy, onSet }: FieldMenuProps) {
  return (
    <Popover
      className={bulkButtonClass}
      content={
        <>
          {field.label}
          <ChevronDown className="size-4" />
        </>
      }
    >
      {(close) =>
        field.values.map(({ value, label }) => (
          <button
            key={String(value)}
            type="button"
            disabled={isBusy}
            className={menuItemClass}
            onClick={() => {
              close();
              onSet?.(field.key, value);
            }}
          >
            {label}
          </button>
        ))
      }
    </Popover>
  );
}
