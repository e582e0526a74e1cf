import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useState } from 'react';
import { Input } from '@/components/inputs/input';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { useMoney } from '@/state/use-money';
import { readReduction } from './cash';
import { CouponConsent } from './coupon-consent';
import { ReceiptButton } from './receipt-button';
import type { Till } from './use-till';
import { useTillWord } from './use-till-word';

/** One field for both: `10%` and `150` are the shop's own discount, anything else is a coupon. */
export function ReductionBox({ till }: { till: Till }) {
  const word = useTillWord();
  const { form, receipt } = till;
  if (form === 'reduction') return <ReductionForm till={till} />;
  if (receipt.discount || receipt.coupon) return <AppliedReduction till={till} />;
  if (receipt.waiting !== null) return null;
  return (
    <ReceiptButton shortcut="F4" className="ms-3 mt-1" onClick={() => till.openForm('reduction')}>
      {word(till.info.has_coupons ? 'reduction.add' : 'reduction.add-discount')}
    </ReceiptButton>
  );
}

function ReductionForm({ till }: { till: Till }) {
  const word = useTillWord();
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() === '') return till.openForm(undefined);
    const read = readReduction(text);
    if (!read || ('coupon' in read && !till.info.has_coupons)) return setWrong(true);
    const [discount, coupon] = 'coupon' in read ? [null, read.coupon] : [read.discount, ''];
    till.change((receipt) => ({ ...receipt, discount, coupon, confirmation: '' }));
    till.openForm(undefined);
  };
  const hint = till.info.has_coupons ? 'reduction.hint' : 'reduction.hint-discount';
  return (
    <form noValidate className="px-5 py-2 phone:px-3" onSubmit={handleSubmit}>
      <label htmlFor="till-reduction" className="mb-1.5 block font-medium">
        {word(till.info.has_coupons ? 'reduction.add' : 'reduction.add-discount')}
      </label>
      <div className="flex gap-2">
        <Input
          id="till-reduction"
          autoFocus
          autoComplete="off"
          maxLength={60}
          className="min-w-0"
          value={text}
          aria-invalid={isWrong}
          aria-describedby="till-reduction-hint"
          onChange={(event) => {
            setText(event.target.value);
            setWrong(false);
          }}
          onKeyDown={(event) => event.key === 'Escape' && till.openForm(undefined)}
        />
        <Button type="submit" variant="primary" className="h-10!">
          {word('apply')}
        </Button>
      </div>
      <p
        id="till-reduction-hint"
        role={isWrong ? 'alert' : undefined}
        className={`mt-1.5 text-small ${isWrong ? 'font-medium text-bad' : 'text-ink-second'}`}
      >
        {word(isWrong ? `${hint}-wrong` : hint)}
      </p>
    </form>
  );
}

/** The reduction, its amount, or why it does not apply. */
function AppliedReduction({ till }: { till: Till }) {
  const { t } = useTranslation('promotions');
  const word = useTillWord();
  const money = useMoney();
  const { receipt, view } = till;
  const { discount, coupon } = receipt;
  const why = view.quote?.coupon_refusal;
  const name = coupon
    ? word('reduction.coupon', { code: coupon })
    : discount?.type === 'percent'
      ? word('reduction.percent', { text: discount.value })
      : word('reduction.sum', { text: money(discount?.value ?? 0) });
  const needsCode = why === 'CUSTOMER_CODE_NEEDED' || why === 'CUSTOMER_CODE_WRONG';
  return (
    <div className="flex flex-wrap items-center gap-2 px-5 py-1 phone:px-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium break-all">{name}</p>
        {why && (
          <p role="alert" className="text-small font-medium text-bad">
            {t(`promotions:coupons.answers.${why}`)}
          </p>
        )}
      </div>
      {view.quote && view.quote.discount > 0 && (
        <p className="font-semibold whitespace-nowrap text-good">{money(-view.quote.discount)}</p>
      )}
      {receipt.waiting === null && (
        <IconButton
          icon="x"
          label={word('reduction.remove')}
          className="size-9! pointer-coarse:size-10!"
          onClick={() => till.change((now) => ({ ...now, discount: null, coupon: '', confirmation: '' }))}
        />
      )}
      {needsCode && receipt.waiting === null && <CouponConsent till={till} />}
    </div>
  );
}
