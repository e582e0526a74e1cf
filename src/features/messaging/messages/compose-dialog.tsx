import { DialogTitle } from '@headlessui/react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useState } from 'react';
import { DialogButtons } from '@/components/dialog/dialog-buttons';
import { Field } from '@/components/inputs/field';
import { type RelationOption, RelationPicker } from '@/components/inputs/relation-picker';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { ownShops } from '@/contract/accounts/auth';
import { conversationsEndpoint } from '@/contract/messaging/conversations';
import { api } from '@/lib/api/client';
import { messageKey, toClientError } from '@/lib/api/errors';
import { isSaidIn } from '@/lib/format/said-in';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { useRedirect } from '@/lib/hooks/use-redirect';
import { useMe, usePermissions } from '@/lib/session/me';

/** Opens a conversation: administrators choose a shop; vendors choose which own shop writes to the administration. */
export function ComposeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['messaging', 'common', 'form']);
  const isAdmin = usePermissions().includes('super_admin');
  const [text, setText] = useState('');
  const shops = useShops(text, isAdmin);
  const [picked, setPicked] = useState<RelationOption>();
  const [isTried, setTried] = useState(false);
  // Preselects the only shop.
  const only = !isAdmin && shops.options.length === 1 && text === '' ? shops.options[0] : undefined;
  const shop = picked ?? only;
  const open = useOpen(isAdmin ? '/message' : '/shop-message', onClose);
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (shop) open.mutate(shop.id);
  };
  return (
    <form
      noValidate
      className="grid w-110 max-w-full gap-5 p-6 phone:w-full phone:p-5"
      onSubmit={handleSubmit}
    >
      <header className="grid gap-1 pe-8">
        <DialogTitle className="text-title font-[650]">
          {t(isAdmin ? 'messaging:messages.compose-shop' : 'messaging:messages.compose-admin')}
        </DialogTitle>
        <p className="text-ink-second">
          {t(isAdmin ? 'messaging:messages.compose-shop-text' : 'messaging:messages.compose-admin-text')}
        </p>
      </header>
      <Field
        id="compose-shop"
        label={t(isAdmin ? 'messaging:messages.shop' : 'messaging:messages.from-shop')}
        error={isTried && !shop ? t('form:error-shop-required') : undefined}
        isRequired
      >
        {(control) => (
          <RelationPicker
            control={control}
            value={shop ? [shop] : []}
            options={shops.options}
            isMultiple={false}
            isLoading={shops.isLoading}
            placeholder={t('messaging:messages.shop-placeholder')}
            onQuery={setText}
            onChange={([one]) => setPicked(one)}
          />
        )}
      </Field>
      {open.error && <ErrorBanner text={t(messageKey(toClientError(open.error)))} />}
      <DialogButtons className="">
        <Button onClick={onClose}>{t('common:button-cancel')}</Button>
        <Button type="submit" variant="primary" isLoading={open.isPending}>
          {t('messaging:messages.open')}
        </Button>
      </DialogButtons>
    </form>
  );
}

/** Active shops available for a conversation. */
function useShops(text: string, isAdmin: boolean): { options: RelationOption[]; isLoading: boolean } {
  const { data: me } = useMe();
  const asked = useDebouncedValue(text.trim()).replace(/[;:]/g, ' ');
  const found = useQuery({
    queryKey: ['shops', 'compose', asked],
    queryFn: () =>
      api.list('shops', {
        limit: 20,
        orderBy: 'name',
        sortedBy: 'asc',
        searchJoin: 'and',
        search: ['is_active:1', ...(asked ? [`name:${asked}`] : [])].join(';'),
      }),
    enabled: isAdmin,
    placeholderData: keepPreviousData,
  });
  if (isAdmin) return { options: (found.data ?? []).map(toOption), isLoading: found.isFetching };
  const own = ownShops(me)
    .filter(({ is_active, name }) => is_active && isSaidIn(name, text))
    .map(toOption);
  return { options: own, isLoading: me === undefined };
}

const toOption = ({ id, name }: { id: number; name: string }): RelationOption => ({ id, label: name });

function useOpen(base: string, onClose: () => void) {
  const client = useQueryClient();
  const redirect = useRedirect();
  return useMutation({
    mutationFn: (shop_id: number) => api.post(conversationsEndpoint, { shop_id }),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: ['conversations'] });
      onClose();
      redirect(`${base}/${id}`);
    },
    meta: { silent: true },
  });
}
