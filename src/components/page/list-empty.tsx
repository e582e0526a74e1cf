import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from './empty-state';

interface ListEmptyProps {
  /** True when a filter matches nothing; false when there are no rows at all. */
  isFiltered: boolean;
  /** What the rows of this family are for. */
  text: string;
  /** How to add the first row. */
  create?: ReactNode;
  onReset: () => void;
  /** Opens the first tab, where another one is open. */
  onLeaveTab?: (() => void) | undefined;
}

/** Empty state of a list; the next step depends on whether it is filtered. */
export function ListEmpty({ isFiltered, text, create, onReset, onLeaveTab }: ListEmptyProps) {
  const { t } = useTranslation('common');
  if (!isFiltered && onLeaveTab) {
    return (
      <EmptyState
        picture="empty"
        title={t('common:list.empty-tab')}
        action={<Button onClick={onLeaveTab}>{t('common:list.show-all')}</Button>}
      />
    );
  }
  if (!isFiltered) {
    // On a phone it replaces the floating button, which does the same (`globals.css`).
    const action = create && (
      <span data-first-step="" className="contents">
        {create}
      </span>
    );
    return <EmptyState picture="empty" title={t('common:list.empty-title')} text={text} action={action} />;
  }
  return (
    <EmptyState
      picture="search"
      title={t('common:list.nothing-title')}
      text={t('common:list.nothing-text')}
      action={<Button onClick={onReset}>{t('common:list.reset')}</Button>}
    />
  );
}
