import { useTranslation } from 'next-i18next/pages';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Checkbox } from '@/components/inputs/checkbox';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Button } from '@/components/ui/button';
import type { SavedView, SavedViewState } from '@/contract/settings/saved-views';
import type { useSavedViews } from '@/crud/list/use-saved-views';
import { toClientError } from '@/lib/api/errors';

interface SavedViewFormProps {
  saved: ReturnType<typeof useSavedViews>;
  edited: SavedView | 'new';
  /** As the list is now. */
  state: SavedViewState;
  onBack: () => void;
  onClose: () => void;
}

/** Name and sharing of a view; one that exists is overwritten or removed here, too. */
export function SavedViewForm({ saved, edited, state, onBack, onClose }: SavedViewFormProps) {
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
      <Field id={id} label={t('form:views.name')} {...(error && { error: t(`form:${error}`) })}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            maxLength={60}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      {canShare && (
        <Checkbox
          label={t('form:views.share')}
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
        <div className="grid gap-1 border-t border-line-faint pt-2">
          <Button
            variant="ghost"
            disabled={isBusy}
            onClick={() => change.mutate({ view, state }, { onSuccess: onClose })}
          >
            {t('form:views.overwrite')}
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
      )}
    </form>
  );
}
