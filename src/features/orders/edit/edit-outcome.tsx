import { useTranslation } from 'next-i18next/pages';
import { ChoiceField } from '@/components/inputs/choice-field';
import { CodeInput } from '@/components/inputs/code-input';
import { Field } from '@/components/inputs/field';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import { answerHours, type EditPreview } from '@/contract/orders/change';
import { couponDecisions } from '@/contract/orders/status';
import { useCan } from '@/lib/api/capabilities';
import { usePermissions } from '@/lib/session/me';
import { useMoney } from '@/state/use-money';
import { CashHolderField } from '../dialogs/cash-holder';
import { SendCodeButton, useCustomerCode } from '../dialogs/customer-code';
import type { Consent, EditBody, OrderEdit } from './use-order-edit';

/** Below the fields of a change: why it is refused, what it costs, and how the customer agrees. */
export function EditOutcome({ edit }: { edit: OrderEdit }) {
  const { t } = useTranslation(['orders', 'form']);
  const { preview, refusal, consent } = edit;
  return (
    <>
      {refusal && (
        <p role="alert" className="rounded-control bg-bad-soft px-3 py-2 text-bad">
          {t(`form:${refusal}`, { defaultValue: t('orders:orders.edit.refused') })}
        </p>
      )}
      {preview && <BrokenTerms edit={edit} preview={preview} />}
      {preview && <Difference preview={preview} isCash={consent === 'cash'} />}
      {preview && consent && <ConsentBox edit={edit} preview={preview} consent={consent} />}
    </>
  );
}

/** Terms that the goods no longer meet: what becomes of the coupon is decided here. */
function BrokenTerms({ edit, preview }: { edit: OrderEdit; preview: EditPreview }) {
  const { t } = useTranslation('orders');
  const money = useMoney();
  if (preview.broken_terms.length === 0) return null;
  return (
    <div className="grid gap-3 rounded-control bg-warn-soft p-3">
      {preview.broken_terms.map(({ kind, minimum, goods }) => (
        <p key={kind}>
          {t(`orders:orders.edit.broken.${kind}`, { minimum: money(minimum), goods: money(goods) })}
        </p>
      ))}
      {preview.broken_terms.some(({ kind }) => kind === 'coupon-minimum') && (
        <ChoiceField
          id="edit-coupon"
          label={t('orders:orders.edit.coupon.label')}
          value={edit.coupon ?? ''}
          values={couponDecisions}
          word={(one) => t(`orders:orders.edit.coupon.${one}`)}
          onChange={(one) => one && edit.setCoupon(one)}
        />
      )}
    </div>
  );
}

/** `2 300 ₽ → 2 800 ₽`, and what becomes of the difference. */
function Difference({ preview, isCash }: { preview: EditPreview; isCash: boolean }) {
  const { t } = useTranslation('orders');
  const money = useMoney();
  const { total_before, total, difference, settlement, points_back: points = 0 } = preview;
  const settled = settlement === 'none' && total !== total_before ? 'no-money' : settlement;
  return (
    <div className="rounded-control bg-sunken px-3 py-2" role="status">
      <p className="flex flex-wrap justify-between gap-x-3 font-medium tabular-nums">
        <span>{t('orders:orders.edit.total')}</span>
        <span className="whitespace-nowrap">
          {total !== total_before && (
            <>
              <s className="font-normal text-ink-second">{money(total_before)}</s>{' '}
            </>
          )}
          {money(total)}
        </span>
      </p>
      {points > 0 && (
        <p className="text-small text-ink-second">{t('orders:orders.edit.points-back', { points })}</p>
      )}
      <p className="text-small text-ink-second">
        {t(
          `orders:orders.edit.settlement.${isCash ? 'cash' : settled}${difference < 0 && settlement !== 'refund' ? '-less' : ''}`,
          {
            sum: money(Math.abs(difference)),
          },
        )}
      </p>
    </div>
  );
}

interface ConsentBoxProps {
  edit: OrderEdit;
  preview: EditPreview;
  consent: Consent;
}

function ConsentBox({ edit, preview, consent }: ConsentBoxProps) {
  const { t } = useTranslation('orders');
  const money = useMoney();
  const hasCodes = useCan('order-codes');
  const isAdmin = isAllowed(adminOnly, usePermissions());
  // Whose drawer it is cannot be told from an order of several shops.
  const mayNameShop = isAdmin && edit.order.children.length < 2;
  return (
    <div className="grid gap-3 rounded-control bg-warn-soft p-3">
      <p>
        {t(`orders:orders.edit.consent.${consent}-text`, {
          hours: answerHours,
          sum: money(preview.difference),
        })}
      </p>
      {edit.ways.length > 1 && hasCodes && (
        <ChoiceField
          id="edit-consent"
          label={t('orders:orders.edit.consent.label')}
          value={consent}
          values={edit.ways}
          word={(one) => t(`orders:orders.edit.consent.${one}`)}
          onChange={edit.setConsent}
        />
      )}
      {consent === 'cash' && mayNameShop && <CashHolderField value={edit.holder} onChange={edit.setHolder} />}
      {consent !== 'asks' && edit.body && (
        // The code is valid for this change only: another one needs another code.
        <CustomerCode key={JSON.stringify([edit.body, consent])} edit={edit} body={edit.body} />
      )}
    </div>
  );
}

function CustomerCode({ edit, body }: { edit: OrderEdit; body: EditBody }) {
  const { t } = useTranslation('orders');
  const { order } = edit;
  const sent = useCustomerCode(`orders/${order.id}/lines/code`, {
    ...body,
    version: order.version,
    ...(edit.consent === 'cash' && { cash_held_by: edit.holder }),
  });
  return (
    <div>
      <SendCodeButton code={sent} />
      <Field id="field-code" label={t('orders:orders.dialogs.code')} error={edit.codeError} isRequired>
        {(control) => <CodeInput control={control} value={edit.code} onChange={edit.setCode} />}
      </Field>
    </div>
  );
}
