import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { LinkButton } from '@/components/ui/link-button';
import { type AnyResource, type FormField, familyPaths } from '@/contract/core/define';
import type { Withdraw } from '@/contract/ledger/withdraws/schema';
import type { Shop } from '@/contract/shops/schema';
import { FieldInput } from '@/crud/form/field-input';
import { figureText } from '@/crud/form/form-values';
import { ResourceFrame } from '@/crud/form/resource-form';
import type { JsonRecord } from '@/crud/types';
import { api } from '@/lib/api/client';
import { refreshLists } from '@/lib/api/refresh';
import { useRecordForm } from '@/lib/form/use-record-form';
import { useRedirect } from '@/lib/hooks/use-redirect';
import { newKey } from '@/lib/new-key';
import { useRights } from '@/lib/session/rights';
import { showToast } from '@/lib/toast';
import { useMoney } from '@/state/use-money';
import { LedgerLines } from './ledger-lines';
import { Payee } from './payee';
import { ShopSums } from './shop-sums';

interface WithdrawFieldsProps {
  resource: AnyResource;
  /** Slug of the page's shop. */
  shop: string | undefined;
  /** The shop whose money is requested. */
  owner: Shop;
  heading: ReactNode;
  /** Shop select. */
  top: ReactNode;
}

/** Request form next to the balance and payment details. */
export function WithdrawFields({ resource, shop, owner, heading, top }: WithdrawFieldsProps) {
  const { t } = useTranslation('ledger');
  const available = owner.balance?.current_balance ?? 0;
  const sums = owner.balance && (
    <Card>
      <ShopSums balance={owner.balance} />
    </Card>
  );
  const side = <Payee requisites={owner.requisites} note={<EditShop slug={owner.slug} />} />;
  if (available > 0)
    return (
      <RequestForm
        resource={resource}
        shop={shop}
        owner={owner}
        available={available}
        top={top}
        sums={sums}
        side={side}
      />
    );
  return (
    <>
      {heading}
      <div className="mt-4 grid max-w-3xl gap-4">
        {top}
        {sums}
        <p role="status" className="rounded-card border border-line bg-sunken px-4 py-3">
          {t(`ledger:withdraws.card.${available < 0 ? 'debt' : 'nothing'}`)}
        </p>
        <LedgerLines shopId={owner.id} slug={owner.slug} />
      </div>
    </>
  );
}

interface RequestFormProps extends Omit<WithdrawFieldsProps, 'heading'> {
  available: number;
  sums: ReactNode;
  side: ReactNode;
}

function RequestForm({ resource, shop, owner, available, top, sums, side }: RequestFormProps) {
  const { t, i18n } = useTranslation('ledger');
  const money = useMoney();
  const record = useRequest(resource, shop, owner, available);
  const draw = (keys: readonly string[]) =>
    resource.fields
      .filter(({ key }: FormField<JsonRecord>) => keys.includes(key))
      .map((field: FormField<JsonRecord>) => (
        <FieldInput key={field.key} resource={resource} field={field} form={record.form} isNew />
      ));
  const takeAll = () =>
    record.form.setValue('amount', figureText(available, i18n.language), {
      shouldDirty: true,
      shouldValidate: record.form.formState.isSubmitted,
    });
  return (
    <ResourceFrame resource={resource} shop={shop} record={record} side={side}>
      {top}
      {sums}
      <Card isForm>
        {draw(['amount'])}
        <p className="-mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-ink-second">
          {t('ledger:withdraws.card.available', { sum: money(available) })}
          <Button size="small" onClick={takeAll}>
            {t('ledger:withdraws.card.all')}
          </Button>
        </p>
        {draw(['payment_method', 'details', 'note'])}
      </Card>
      <LedgerLines shopId={owner.id} slug={owner.slug} />
    </ResourceFrame>
  );
}

/** State of the request form. One idempotency key per form: a resubmission creates one request. */
function useRequest(resource: AnyResource, shop: string | undefined, owner: Shop, available: number) {
  const { t } = useTranslation(['ledger', 'common', 'form']);
  const redirect = useRedirect();
  const client = useQueryClient();
  const rights = useRights(resource, shop);
  const [key] = useState(newKey);
  const account = owner.requisites?.account;
  const method = account ? t('ledger:withdraws.card.method', { tail: account.slice(-4) }) : '';
  return useRecordForm<Withdraw>({
    record: undefined,
    valuesOf: () => ({ amount: '', payment_method: method, details: '', note: '' }),
    schema: () =>
      import('@/contract/ledger/withdraws/schema').then((module) => module.withdrawFormSchema(available)),
    shown: (values) => ({ ...values, shop_id: owner.id }),
    save: (values) => api.post('withdraws', values, undefined, { 'Idempotency-Key': key }),
    onSaved: () => {
      showToast('success', t('common:successfully-created'));
      void refreshLists(client, resource.name);
      void client.invalidateQueries({ queryKey: ['shops'] });
      // Owners may not open the list of all shops.
      const list = familyPaths(resource, shop ?? (rights.canRead ? undefined : owner.slug)).list;
      redirect(list);
    },
    leaveQuestion: t('form:leave-question'),
  });
}

function EditShop({ slug }: { slug: string }) {
  const { t } = useTranslation('ledger');
  return (
    <LinkButton className="mt-4" size="small" href={`/${encodeURIComponent(slug)}/edit`}>
      {t('ledger:withdraws.card.edit-requisites')}
    </LinkButton>
  );
}
