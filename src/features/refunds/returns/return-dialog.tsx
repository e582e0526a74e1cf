import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { AskForm } from '@/components/dialog/ask-form';
import { Checkbox } from '@/components/inputs/checkbox';
import { ChoiceField } from '@/components/inputs/choice-field';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import type { DialogProps } from '@/contract/dialogs';
import { shownNumber } from '@/contract/orders/number';
import { refunds } from '@/contract/refunds';
import type { Refundable } from '@/contract/refunds/schema';
import { refundKinds } from '@/contract/refunds/states';
import { api } from '@/lib/api/client';
import { siteSign } from '@/lib/format/site-money';
import { useLabels } from '@/lib/i18n/labels';
import { useMoney } from '@/state/use-money';
import { CallRefusal } from '../call-refusal';
import { PiecesPicker } from '../pieces-picker';
import { RefundSum } from '../refund-sum';
import { RequestAboutFields } from '../request-about';
import { type ReturnForm, useReturn } from './use-return';
import { WriteOffs } from './write-offs';

/** A shop takes back goods of its part, or returns its delivery or money without goods. */
export function ReturnDialog({ data: { partId }, onClose }: DialogProps<'RETURN_GOODS'>) {
  const { t } = useTranslation('common');
  const query = useQuery({
    queryKey: ['orders', 'refundable', partId],
    queryFn: () => api.get(`orders/${partId}/refundable`),
  });
  return (
    <div className="min-w-80">
      <QueryBoundary query={query}>
        {(found) =>
          found.refusal ? (
            <div className="grid gap-4 p-6">
              <p className="pe-8">{t('common:errors.REFUND_NOT_POSSIBLE')}</p>
              <Button onClick={onClose}>{t('common:button-close')}</Button>
            </div>
          ) : (
            <Form partId={partId} found={found} onClose={onClose} />
          )
        }
      </QueryBoundary>
    </div>
  );
}

function Form({ partId, found, onClose }: { partId: number; found: Refundable; onClose: () => void }) {
  const { t } = useTranslation('refunds');
  const labels = useLabels(refunds);
  const form = useReturn(partId, found, onClose);
  const kinds = refundKinds.filter((kind) => form.limits[kind] > 0);
  return (
    <AskForm
      title={t('refunds:refunds.returns.title')}
      text={t('refunds:refunds.dialogs.create-text', { number: shownNumber(found) })}
      confirmLabel={t(`refunds:refunds.returns.submit.${form.kind}`)}
      isLoading={form.call.isPending}
      isWide
      onConfirm={form.send}
      onClose={onClose}
    >
      {kinds.length > 1 && (
        <ChoiceField
          id="return-kind"
          label={t('refunds:refunds.returns.kind')}
          value={form.kind}
          values={kinds}
          word={(kind) => labels.option('kind', kind)}
          onChange={(kind) => form.set({ kind })}
        />
      )}
      {form.kind === 'goods' ? <Goods form={form} found={found} /> : <Sum form={form} />}
      <RequestAboutFields about={form.about} isTried={form.isTried} onChange={form.setAbout} />
      <CallRefusal error={form.call.error} except={['amount', 'write_off_reason']} />
    </AskForm>
  );
}

/** Pieces, their sum, and what became of them when they are here. */
function Goods({ form, found }: { form: ReturnForm; found: Refundable }) {
  const { t } = useTranslation('refunds');
  const { pieces, isReceived, set, isEmpty } = form;
  const chosen = found.lines.filter(({ id }) => pieces.of(id) > 0);
  return (
    <>
      <div className="grid gap-1">
        <Button size="small" className="justify-self-end" onClick={pieces.takeAll}>
          {t('refunds:refunds.dialogs.all')}
        </Button>
        <PiecesPicker lines={found.lines} of={pieces.of} onSet={pieces.set} />
      </div>
      <RefundSum amount={pieces.amount} wallet={pieces.wallet} />
      {isEmpty && (
        <p role="alert" className="text-small font-medium text-bad">
          {t('refunds:refunds.dialogs.nothing-chosen')}
        </p>
      )}
      <Checkbox
        label={t('refunds:refunds.returns.received')}
        checked={isReceived}
        onChange={(event) => set({ isReceived: event.target.checked })}
      />
      {isReceived && (
        <WriteOffs
          lines={chosen.map(({ id, name, variation }) => ({ id, name, variation, quantity: pieces.of(id) }))}
          form={form.writeOffs}
          error={form.writeOffError}
        />
      )}
    </>
  );
}

/** A sum without goods, within its limit. */
function Sum({ form }: { form: ReturnForm }) {
  const { t } = useTranslation('refunds');
  const money = useMoney();
  return (
    <>
      <p className="text-ink-second">{t(`refunds:refunds.returns.about.${form.kind}`)}</p>
      <Field
        as={Input}
        id="return-amount"
        label={t('refunds:refunds.returns.amount')}
        hint={t('refunds:refunds.returns.limit', { sum: money(form.limits[form.kind]) })}
        error={form.amountError}
        isRequired
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        suffix={siteSign()}
        value={form.amount}
        onChange={(event) => form.set({ amount: event.target.value })}
      />
    </>
  );
}
