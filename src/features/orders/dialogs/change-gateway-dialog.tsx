import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import { Field } from '@/components/inputs/field';
import { Select } from '@/components/inputs/select';
import { QueryBoundary } from '@/components/page/query-boundary';
import type { DialogProps } from '@/contract/dialogs';
import { orders } from '@/contract/orders';
import type { PaymentState } from '@/contract/orders/wire';
import { useLabels } from '@/lib/i18n/labels';
import { useMoney } from '@/state/use-money';
import { paymentQuery, useOrderCall } from '../use-order-call';

export function ChangeGatewayDialog({ data: { number }, onClose }: DialogProps<'CHANGE_GATEWAY'>) {
  const payment = useQuery(paymentQuery(number));
  return (
    <QueryBoundary query={payment}>
      {(state) => <GatewayForm key={state.version} number={number} state={state} onClose={onClose} />}
    </QueryBoundary>
  );
}

interface GatewayFormProps {
  number: string;
  state: PaymentState;
  onClose: () => void;
}

function GatewayForm({ number, state: { due, gateways, version }, onClose }: GatewayFormProps) {
  const { t } = useTranslation('orders');
  const labels = useLabels(orders);
  const money = useMoney();
  const [gateway, setGateway] = useState<string | undefined>(gateways[0]);
  const change = useOrderCall({
    method: 'put',
    path: `orders/${number}/gateway`,
    done: 'orders:orders.dialogs.gateway-done',
    onDone: onClose,
  });
  const submit = () => {
    if (gateway) change.mutate({ payment_gateway: gateway, version });
    else onClose();
  };
  const options = gateways.map((one) => ({ value: one, label: labels.option('payment_gateway', one) }));
  return (
    <AskForm
      title={t('orders:orders.dialogs.gateway-title', { number })}
      text={t(`orders:orders.dialogs.${gateway ? 'gateway-text' : 'gateway-none'}`, { sum: money(due) })}
      confirmLabel={t(`orders:orders.dialogs.${gateway ? 'gateway-confirm' : 'gateway-close'}`)}
      isLoading={change.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      {gateway && (
        <Field
          as={Select}
          id="field-payment_gateway"
          label={t('orders:orders.dialogs.gateway')}
          options={options}
          value={gateway}
          onChange={({ target }) => setGateway(target.value)}
        />
      )}
    </AskForm>
  );
}
