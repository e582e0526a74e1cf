import '@/lib/i18n/form-words';
import { BookmarkPlus, Ellipsis, Users } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { menuItemClass } from '@/components/ui/menu-item-style';
import { Skeleton } from '@/components/ui/skeleton';
import type { SavedView } from '@/contract/settings/saved-views';
import { isSameView, useSavedViews } from '@/crud/list/use-saved-views';
import { messageKey, toClientError } from '@/lib/api/errors';
import type { ListViews } from './list-toolbar';
import { SavedViewForm } from './saved-view-form';

interface SavedViewsProps extends ListViews {
  onClose: () => void;
}

/** Views of a list: one click puts one on; one's own are renamed, overwritten, shared and removed here. */
export function SavedViews({ family, shop, state, onApply, onClose }: SavedViewsProps) {
  const { t } = useTranslation(['form', 'common']);
  const saved = useSavedViews(family, shop);
  const [edited, setEdited] = useState<SavedView | 'new'>();
  const box = useRef<HTMLDivElement>(null);

  // The panel was empty when it opened, and what had the focus in the form is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that the list of views comes back
  useEffect(() => box.current?.querySelector('button')?.focus({ preventScroll: true }), [edited]);

  if (edited !== undefined)
    return <SavedViewForm {...{ saved, edited, state, onClose }} onBack={() => setEdited(undefined)} />;

  const { data: views, error } = saved.views;
  return (
    <div ref={box} className="w-72 max-w-full">
      <button type="button" className={menuItemClass} onClick={() => setEdited('new')}>
        <BookmarkPlus aria-hidden="true" className="size-4 text-ink-second" />
        {t('form:views.save')}
      </button>
      <hr className="mx-1 my-1.5 border-line-faint" />
      {!views && !error && <Skeleton className="m-2.5 h-4 w-48" />}
      {!views && error && <p className="px-2.5 py-1.5 text-bad">{t(messageKey(toClientError(error)))}</p>}
      {views?.length === 0 && <p className="px-2.5 py-1.5 text-ink-second">{t('form:views.empty')}</p>}
      <ul aria-label={t('common:list.views')}>
        {views?.map((view) => (
          <li key={view.id} className="flex items-center">
            <button
              type="button"
              aria-pressed={isSameView(view.state, state)}
              className={menuItemClass}
              onClick={() => {
                onApply(view.state);
                onClose();
              }}
            >
              <span className="min-w-0 flex-1">
                <span className="block break-words">{view.name}</span>
                {!view.is_own && <span className="block text-small text-ink-second">{view.author.name}</span>}
              </span>
              {view.is_shared && (
                <span title={t('form:views.is-shared')} className="text-ink-second">
                  <Users aria-hidden="true" className="size-4" />
                  <span className="sr-only">{t('form:views.is-shared')}</span>
                </span>
              )}
            </button>
            {view.is_own && (
              <Button
                variant="ghost"
                aria-label={t('form:views.edit', { name: view.name })}
                icon={<Ellipsis aria-hidden="true" className="size-4" />}
                onClick={() => setEdited(view)}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
