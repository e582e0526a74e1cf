import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BookmarkPlus, Ellipsis, Users } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Checkbox } from '@/components/inputs/checkbox';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Button } from '@/components/ui/button';
import { menuItemClass } from '@/components/ui/menu-item-style';
import { Skeleton } from '@/components/ui/skeleton';
import { isAllowed } from '@/contract/core/permissions';
import { type SavedView, type SavedViewState, savedViewsEndpoint } from '@/contract/settings/saved-views';
import type { Toolbar } from '@/crud/list/use-toolbar';
import { api } from '@/lib/api/client';
import { messageKey, toClientError } from '@/lib/api/errors';
import { usePermissions } from '@/lib/session/me';
import { showToast } from '@/lib/toast';
import { isSameView, useViews } from './use-views';

type SavedViewsProps = Toolbar['views'] & { onClose: () => void };

/** Saved views of a list: apply, rename, overwrite, share, remove. */
export function SavedViews({ family, shop, state, onApply, onClose }: SavedViewsProps) {
  const { t } = useTranslation(['form', 'common']);
  const saved = useSavedViews(family, shop);
  const [edited, setEdited] = useState<SavedView | 'new'>();
  const box = useRef<HTMLDivElement>(null);

  // The panel was empty when it opened, and the focused element of the form has been removed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that the list of views comes back
  useEffect(() => box.current?.querySelector('button')?.focus({ preventScroll: true }), [edited]);

  if (edited !== undefined)
    return (
      <SavedViewForm
        saved={saved}
        edited={edited}
        state={state}
        onClose={onClose}
        onBack={() => setEdited(undefined)}
      />
    );

  const { data: views, error } = saved.views;
  return (
    <div ref={box} className="w-72 max-w-full">
      <button type="button" className={menuItemClass} onClick={() => setEdited('new')}>
        <BookmarkPlus className="size-4 text-ink-second" />
        {t('common:views.save')}
      </button>
      <hr className="mx-1 my-1.5 border-line-faint" />
      {!views && !error && <Skeleton className="m-2.5 h-4 w-48" />}
      {!views && error && <p className="px-2.5 py-1.5 text-bad">{t(messageKey(toClientError(error)))}</p>}
      {views?.length === 0 && <p className="px-2.5 py-1.5 text-ink-second">{t('common:views.empty')}</p>}
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
                <span title={t('common:views.is-shared')} className="text-ink-second">
                  <Users className="size-4" />
                  <span className="sr-only">{t('common:views.is-shared')}</span>
                </span>
              )}
            </button>
            {view.is_own && (
              <Button
                variant="ghost"
                aria-label={t('common:views.edit', { name: view.name })}
                icon={<Ellipsis className="size-4" />}
                onClick={() => setEdited(view)}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface SavedViewFormProps {
  saved: ReturnType<typeof useSavedViews>;
  edited: SavedView | 'new';
  state: SavedViewState;
  onBack: () => void;
  onClose: () => void;
}

/** Name and sharing of a view; an existing one can be overwritten or removed. */
function SavedViewForm({ saved, edited, state, onBack, onClose }: SavedViewFormProps) {
  const { t } = useTranslation(['form', 'common']);
  const { add, change, remove, canShare } = saved;
  const view = edited === 'new' ? undefined : edited;
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(view?.is_shared ?? false);
  const [isEmpty, setEmpty] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [refused] = Object.values(toClientError(add.error ?? change.error).fields).flat();
  const error = isEmpty ? 'error-name-required' : refused;
  const isBusy = add.isPending || change.isPending || remove.isPending;

  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setEmpty(name.trim() === '');
    if (name.trim() === '' || isBusy) return;
    const input = { name: name.trim(), is_shared: isShared };
    if (view) change.mutate({ view, ...input }, { onSuccess: onBack });
    else add.mutate({ ...input, state }, { onSuccess: onClose });
  }

  return (
    <form noValidate className="grid w-72 max-w-full gap-3 p-2" onSubmit={handleSubmit}>
      <Field
        as={Input}
        id={id}
        label={t('common:views.name')}
        error={error && t(`form:${error}`)}
        ref={input}
        maxLength={60}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {canShare && (
        <Checkbox
          label={t('common:views.share')}
          checked={isShared}
          onChange={(event) => setShared(event.target.checked)}
        />
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={onBack}>{t('common:button-cancel')}</Button>
        <Button type="submit" variant="primary" disabled={isBusy} isLoading={add.isPending}>
          {t('common:button-save')}
        </Button>
      </div>
      {view && (
        <ViewChanges
          saved={saved}
          view={view}
          state={state}
          isBusy={isBusy}
          onBack={onBack}
          onClose={onClose}
        />
      )}
    </form>
  );
}

type ViewChangesProps = Omit<SavedViewFormProps, 'edited'> & { view: SavedView; isBusy: boolean };

/** Overwrites a view with the list's state, or removes it. */
function ViewChanges({ saved, view, state, isBusy, onBack, onClose }: ViewChangesProps) {
  const { t } = useTranslation('common');
  const { change, remove } = saved;
  return (
    <div className="grid gap-1 border-t border-line-faint pt-2">
      <Button
        variant="ghost"
        disabled={isBusy}
        onClick={() => change.mutate({ view, state }, { onSuccess: onClose })}
      >
        {t('common:views.overwrite')}
      </Button>
      <Button
        variant="ghost"
        className="text-bad!"
        disabled={isBusy}
        onClick={() => remove.mutate(view, { onSuccess: onBack })}
      >
        {t('common:button-delete')}
      </Button>
    </div>
  );
}

type ViewInput = Pick<SavedView, 'name' | 'is_shared' | 'state'>;

/** Saved views of a list, loaded when first rendered, and their mutations. */
function useSavedViews(family: string, shop: string | undefined) {
  const { t } = useTranslation('common');
  const client = useQueryClient();
  const isAdmin = isAllowed(['super_admin'], usePermissions());
  const { views, queryKey, location } = useViews(family, shop);
  const refresh = () => client.invalidateQueries({ queryKey });
  // Name errors are shown at the field.
  const meta = { silent: ['VALIDATION_FAILED'] };
  const add = useMutation({
    meta,
    mutationFn: (input: ViewInput) => api.post(savedViewsEndpoint, { ...location, ...input }),
    onSuccess: () => {
      showToast('success', t('common:views.saved'));
      return refresh();
    },
  });
  const change = useMutation({
    meta,
    mutationFn: ({ view, ...input }: Partial<ViewInput> & { view: SavedView }) =>
      api.patch(`${savedViewsEndpoint}/${view.id}`, { ...input, version: view.version }),
    onSuccess: () => showToast('success', t('common:views.saved')),
    // Also after an error: the view may have been removed in another tab.
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: ({ id }: SavedView) => api.remove(`${savedViewsEndpoint}/${id}`),
    onSuccess: (_answer, { name, is_shared, state }) => {
      const undo = () => add.mutate({ name, is_shared, state });
      showToast('success', t('common:successfully-deleted'), {
        action: { label: t('common:button-undo'), onClick: undo },
      });
    },
    onSettled: refresh,
  });
  // In the root list views are shared among administrators (contract/settings/saved-views).
  return { views, add, change, remove, canShare: shop !== undefined || isAdmin };
}
