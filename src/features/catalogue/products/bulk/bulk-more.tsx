import { Boxes, ChevronDown, FolderTree, ListChecks, Tag } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { bulkButtonClass } from '@/components/table/bulk-bar';
import { menuItemClass } from '@/components/ui/menu-item-style';
import { Popover } from '@/components/ui/popover';
import { products } from '@/contract/catalogue/products';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import type { BulkMoreProps } from '@/crud/list/bulk-actions';
import { useLabels } from '@/lib/i18n/labels';
import { usePermissions } from '@/lib/session/me';
import { useMay } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';
import { useSettings } from '@/state/settings';

/**
 * Status changes allowed to the person; vendors of a moderated catalogue submit instead of publishing, and so does who of
 * the team does not decide about products.
 */
function statusesFor(isAdmin: boolean, mayDecide: boolean, isReviewed: boolean) {
  if (isAdmin && !mayDecide)
    return [...(isReviewed ? (['under_review'] as const) : []), 'unpublish', 'draft'] as const;
  if (!isReviewed) return ['publish', 'unpublish', 'draft'] as const;
  if (isAdmin) return ['publish', 'rejected', 'unpublish', 'draft'] as const;
  return ['under_review', 'publish', 'unpublish', 'draft'] as const;
}

const changes = [
  { dialog: 'PRICE_CHANGE', Icon: Tag, word: 'price' },
  { dialog: 'STOCK_CHANGE', Icon: Boxes, word: 'stock' },
  { dialog: 'CATEGORY_CHANGE', Icon: FolderTree, word: 'category' },
  { dialog: 'CHARACTERISTIC_CHANGE', Icon: ListChecks, word: 'characteristic' },
] as const;

/** Bulk actions on selected products besides deletion: status, prices, stock, categories, characteristics. */
export function BulkMore({ target, count, onDone }: BulkMoreProps) {
  const { t } = useTranslation('catalogue');
  const { open } = useModalActions();
  return (
    <>
      <StatusMenu target={target} count={count} onDone={onDone} />
      {changes.map(({ dialog, Icon, word }) => (
        <button
          key={dialog}
          type="button"
          className={bulkButtonClass}
          onClick={() => open(dialog, { target, count, onDone })}
        >
          <Icon className="size-4" />
          {t(`catalogue:products.bulk.${word}`)}
        </button>
      ))}
    </>
  );
}

function StatusMenu({ target, count, onDone }: BulkMoreProps) {
  const { t } = useTranslation('catalogue');
  const labels = useLabels(products);
  const { open } = useModalActions();
  const { isProductReview: isReviewed } = useSettings();
  const isAdmin = isAllowed(adminOnly, usePermissions());
  const mayDecide = useMay('moderation:decide');
  const wordOf = (status: string) =>
    t(`catalogue:products.bulk.statuses.${status === 'publish' && isReviewed && !isAdmin ? 'back' : status}`);
  return (
    <Popover
      className={bulkButtonClass}
      content={
        <>
          {labels.field('status')}
          <ChevronDown className="size-4" />
        </>
      }
    >
      {(close) =>
        statusesFor(isAdmin, mayDecide, isReviewed).map((value) => (
          <button
            key={value}
            type="button"
            className={menuItemClass}
            onClick={() => {
              close();
              if (value === 'rejected') open('REJECT_PRODUCTS', { target, count, onDone });
              else open('STATUS_CHANGE', { target, count, onDone, value, label: wordOf(value) });
            }}
          >
            {wordOf(value)}
          </button>
        ))
      }
    </Popover>
  );
}
