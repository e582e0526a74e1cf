import { useTranslation } from 'next-i18next/pages';
import { TitleCell } from '@/components/table/title-cell';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { pictureIn } from '@/crud/form/form-values';
import type { Branch } from './tree';

interface TreeCellProps {
  branch: Branch;
  href: string | undefined;
  canMove: boolean;
  onToggle: () => void;
  onRetry: () => void;
}

/** Steps of the tree, narrower on a phone. */
const indents = [
  '',
  'ps-6 phone:ps-4',
  'ps-12 phone:ps-8',
  'ps-18 phone:ps-12',
  'ps-24 phone:ps-16',
] as const;

const handleClass =
  'grid size-7 shrink-0 cursor-grab touch-none place-items-center rounded-badge text-ink-third opacity-0 ' +
  'group-hover:opacity-100 group-focus-within:opacity-100 group-focus-visible:opacity-100 hover:bg-line-faint ' +
  'hover:text-ink active:cursor-grabbing pointer-coarse:opacity-100';

/** First cell of a category: handle, arrow, picture and name, set in by its level. */
export function TreeCell({ branch, href, canMove, onToggle, onRetry }: TreeCellProps) {
  const { t } = useTranslation(['resources', 'common']);
  const { row, level, isOpen, isFailed } = branch;
  const { name } = row;
  const details = typeof row.details === 'string' ? row.details : null;
  return (
    <span className={`-ms-2 flex items-center gap-0.5 ${indents[Math.min(level, indents.length - 1)]}`}>
      {canMove && (
        <button
          type="button"
          tabIndex={-1}
          data-drag={row.id}
          aria-label={t('resources:categories.tree.drag', { name })}
          className={handleClass}
        >
          <SpriteIcon name="grip-vertical" className="size-4" />
        </button>
      )}
      {row.children_count > 0 ? (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={t(`resources:categories.tree.${isOpen ? 'collapse' : 'expand'}`, { name })}
          className="grid size-7 shrink-0 place-items-center rounded-badge text-ink-second hover:bg-line-faint hover:text-ink pointer-coarse:size-9"
          onClick={onToggle}
        >
          <SpriteIcon
            name="chevron-right"
            className={`size-4 transition-transform ${isOpen ? 'rotate-90' : 'rtl:rotate-180'}`}
          />
        </button>
      ) : (
        <span className="size-7 shrink-0 pointer-coarse:size-9" />
      )}
      <span className="min-w-0">
        <TitleCell
          title={name}
          note={details}
          picture={pictureIn(row.image)?.thumbnail ?? null}
          {...(href !== undefined && { href })}
        />
        {isFailed && (
          <span className="mt-1 block text-small text-bad">
            {t('resources:categories.tree.failed')}{' '}
            <button type="button" className="font-medium underline" onClick={onRetry}>
              {t('common:button-retry')}
            </button>
          </span>
        )}
      </span>
    </span>
  );
}
