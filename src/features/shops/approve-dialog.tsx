import { useMutation, useQuery } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useState } from 'react';
import { DialogButtons } from '@/components/dialog/dialog-buttons';
import { SecondPerson } from '@/components/domain/second-person/second-person';
import { useWaiting } from '@/components/domain/second-person/use-waiting';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { CallError } from '@/components/page/call-error';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import type { DialogProps } from '@/contract/dialogs';
import type { BodyOf } from '@/contract/endpoint-types';
import { shops } from '@/contract/shops';
import type { Shop } from '@/contract/shops/schema';
import { figureText } from '@/crud/form/form-values';
import { api } from '@/lib/api/client';
import { showToast } from '@/lib/toast';
import { undoOptions } from '@/lib/undo-toast';
import { DialogHead } from './dialog-head';
import { RequisitesSummary } from './form/requisites-summary';
import { TwinsNote } from './twins-note';
import { useRefreshShops, useShopCall } from './use-shop-call';
import { LacksNote } from './vendor-file/lacks-note';
import { useVendorFile } from './vendor-file/use-vendor-file';

/** Default commission in per cent. */
const usualRate = 10;

/** Activates a shop with a commission after showing its requisites; changes the commission of an active shop. */
export function ApproveDialog({ data, onClose }: DialogProps<'SHOP_APPROVE_VIEW'>) {
  const key = String(data.id);
  const waits = useWaiting({ family: 'shops', id: data.id }).some(({ kind }) => kind === 'commission');
  const shop = useQuery({
    queryKey: [shops.name, 'one', key],
    queryFn: () => api.one(shops.endpoint, key),
  });
  return (
    <div className="w-120 max-w-full p-6 phone:w-full phone:p-5">
      <QueryBoundary query={shop}>
        {(found) =>
          waits ? (
            <SecondPerson family="shops" id={data.id} kinds={['commission']} />
          ) : (
            // A refetch keeps the typed commission; only an answer about another state begins anew.
            <Approval key={String(found.is_active)} onClose={onClose} shop={found} />
          )
        }
      </QueryBoundary>
    </div>
  );
}

function Approval({ shop, onClose }: { shop: Shop; onClose: () => void }) {
  const { t } = useTranslation(['shops', 'common', 'form']);
  const isOn = shop.is_active;
  const { rate, setRate, mistake, approve, handleSubmit } = useApproval(shop, onClose);
  const { data: file } = useVendorFile(shop.id);
  const isIncomplete = !isOn && file?.isOn === true && file.lacks.length > 0;
  const isMissing = !isOn && (!shop.requisites || isIncomplete);

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(event)}>
      <DialogHead
        icon={BadgeCheck}
        tone="good"
        title={t(isOn ? 'shops:shops.rate-title' : 'shops:shops.approve-title')}
        subject={shop.name}
        text={t(isOn ? 'shops:shops.rate-text' : 'shops:shops.approve-text')}
      />
      <Field
        as={Input}
        id="approve-rate"
        label={t('shops:shops.rate')}
        hint={t('shops:shops.rate-hint')}
        error={mistake && t(`form:${mistake}`, { defaultValue: mistake })}
        isRequired
        // The dialog's only field.
        autoFocus
        inputMode="decimal"
        autoComplete="off"
        suffix="%"
        value={rate}
        onChange={(event) => setRate(event.target.value)}
      />
      {isIncomplete && file && <LacksNote shop={shop} file={file} onLeave={onClose} />}
      {!isOn && <TwinsNote shop={shop} />}
      {!isOn && <RequisitesSummary shop={shop} />}
      <CallError error={approve.error} />
      <DialogButtons className="">
        <Button onClick={onClose}>{t('common:button-cancel')}</Button>
        <Button type="submit" variant="primary" disabled={isMissing} isLoading={approve.isPending}>
          {t(isOn ? 'shops:shops.save-rate' : 'shops:shops.approve')}
        </Button>
      </DialogButtons>
    </form>
  );
}

/** Closes the shop again. It works from the toast, after the dialog has closed. */
function useUndoApproval(id: number) {
  const { t } = useTranslation('shops');
  const refresh = useRefreshShops();
  return useMutation({
    mutationFn: () => api.post(`shops/${id}/undo-approval`, {}),
    onSuccess: () => showToast('success', t('shops:shops.approval-undone')),
    onSettled: refresh,
  });
}

/** Commission input, its validation and the request. */
function useApproval(shop: Shop, onClose: () => void) {
  const { t, i18n } = useTranslation(['shops', 'common']);
  const isOn = shop.is_active;
  const [rate, setRate] = useState(() =>
    figureText(shop.balance?.admin_commission_rate ?? usualRate, i18n.language),
  );
  const [mistake, setMistake] = useState<string>();
  const undo = useUndoApproval(shop.id);
  const approve = useShopCall({
    run: (input: BodyOf<'POST', 'approve-shop'>) => api.post('approve-shop', input),
    done: () => t(isOn ? 'shops:shops.rate-saved' : 'shops:shops.approved'),
    options: ({ undo_until }) => undoOptions(undo_until, t('common:button-undo'), () => undo.mutate()),
    onDone: onClose,
  });

  async function handleSubmit(event: SubmitEvent) {
    event.preventDefault();
    const { approveShopSchema } = await import('@/contract/shops/schema');
    try {
      const input = approveShopSchema.validateSync({ id: shop.id, admin_commission_rate: rate });
      setMistake(undefined);
      approve.mutate({ ...input, isCustomCommission: input.admin_commission_rate !== usualRate });
    } catch (error) {
      setMistake(error instanceof Error ? error.message : 'error-number-format');
    }
  }
  return { rate, setRate, mistake, approve, handleSubmit };
}
