import { ChevronDown, FolderTree, Tag } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { bulkButtonClass } from '@/components/table/bulk-bar';
import { menuItemClass } from '@/components/ui/menu-item-style';
import { Popover } from '@/components/ui/popover';
import { products } from '@/contract/catalogue/products';
import type { BulkMoreProps } from '@/crud/list/bulk-actions';
import { useLabels } from '@/lib/i18n/labels';
import { useModalActions } from '@/state/modal';
import { useBulkSteps } from './bulk-steps';

const statuses = ['publish', 'unpublish', 'draft'] as const;

/** Bulk actions on selected products beside deletion: status, prices, categories (issue "products": lists). */
export function BulkMore({ target, count }: BulkMoreProps) {
  const { t } = useTranslation('form');
  const labels = useLabels(products);
  const { open } = useModalActions();
  const steps = useBulkSteps('status');
  const isBusy = steps.progress !== undefined;
  return (
    <>
      <Popover
        className={bulkButtonClass}
        content={
          <>
            {labels.field('status')}
            <ChevronDown aria-hidden="true" className="size-4" />
          </>
        }
      >
        {(close) =>
          statuses.map((value) => (
            <button
              key={value}
              type="button"
              disabled={isBusy}
              className={menuItemClass}
              onClick={() => {
                close();
                void steps.run(target, { value });
              }}
            >
              {t(`form:products.bulk.statuses.${value}`)}
            </button>
          ))
        }
      </Popover>
      <button
        type="button"
        disabled={isBusy}
        className={bulkButtonClass}
        onClick={() => open('PRICE_CHANGE', { target, count })}
      >
        <Tag aria-hidden="true" className="size-4" />
        {t('form:products.bulk.price')}
      </button>
      <button
        type="button"
        disabled={isBusy}
        className={bulkButtonClass}
        onClick={() => open('CATEGORY_CHANGE', { target, count })}
      >
        <FolderTree aria-hidden="true" className="size-4" />
        {t('form:products.bulk.category')}
      </button>
    </>
  );
}
