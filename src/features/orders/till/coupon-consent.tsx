import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Input } from '@/components/inputs/input';
import { Button } from '@/components/ui/button';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { useCountdown } from '@/lib/hooks/use-countdown';
import { fetchQuote } from './use-quote';
import type { Till } from './use-till';
import { useTillWord } from './use-till-word';

/** The customer agrees to use the coupon by a code that is sent to their phone. */
export function CouponConsent({ till }: { till: Till }) {
  const word = useTillWord();
  const { phone } = till.receipt;
  if (phone) return <CodeForm till={till} key={phone} />;
  return (
    <div className="flex w-full flex-wrap items-center gap-2 pb-2">
      <p className="flex-1 basis-40 text-small text-ink-second">{word('consent.phone')}</p>
      <Button onClick={() => till.openForm('customer')}>{word('customer.add')}</Button>
    </div>
  );
}

function CodeForm({ till }: { till: Till }) {
  const word = useTillWord();
  const { left, isSent, code, error, sending, checking, check, type } = useConsent(till);
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    check();
  };
  return (
    <form noValidate className="w-full pb-2" onSubmit={handleSubmit}>
      <p className="mb-2 text-small text-ink-second">
        {word(isSent ? 'consent.sent' : 'consent.text', { phone: till.receipt.phone })}
      </p>
      <Button
        className="mb-2 h-10!"
        isLoading={sending.isPending}
        disabled={left > 0}
        onClick={() => sending.mutate()}
      >
        {left > 0 ? word('consent.wait', { time }) : word('consent.send')}
      </Button>
      <div className="flex gap-2">
        <Input
          id="till-consent"
          aria-label={word('consent.code')}
          placeholder={word('consent.code')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          className="min-w-0"
          value={code}
          aria-invalid={error !== undefined}
          aria-describedby={error ? 'till-consent-error' : undefined}
          onChange={(event) => type(event.target.value)}
        />
        <Button type="submit" variant="primary" className="h-10!" isLoading={checking.isPending}>
          {word('apply')}
        </Button>
      </div>
      {error && (
        <p id="till-consent-error" role="alert" className="mt-1.5 text-small font-medium text-bad">
          {error}
        </p>
      )}
    </form>
  );
}

/** Sending the code, and trying what the customer has told. */
function useConsent({ receipt, change, info }: Till) {
  const word = useTillWord();
  const client = useQueryClient();
  const countdown = useCountdown();
  const [isSent, setSent] = useState(false);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const { slug } = info.shop;
  const attempt = {
    meta: { silent: true },
    onMutate: () => setError(undefined),
    onError: (reason: Error) => {
      const { retryAfter } = toClientError(reason);
      if (retryAfter) countdown.start(retryAfter);
      setError(word(retryAfter ? 'consent.later' : 'consent.failed'));
    },
  };
  const sending = useMutation({
    ...attempt,
    mutationFn: () => {
      const body = { coupon_code: receipt.coupon, customer_contact: receipt.phone };
      return api.post(`till/${encodeURIComponent(slug)}/coupon-code`, body);
    },
    onSuccess: ({ retry_after = 60 }) => {
      countdown.start(retry_after);
      setSent(true);
    },
  });
  const checking = useMutation({
    ...attempt,
    mutationFn: () => fetchQuote(client, slug, { ...receipt, confirmation: code }),
    onSuccess: (quote) => {
      // A wrong code is not kept: each further quote would count as another attempt.
      if (quote.coupon_refusal === 'CUSTOMER_CODE_WRONG') setError(word('consent.wrong'));
      else change((now) => ({ ...now, confirmation: code }));
    },
  });
  const check = () => {
    if (/^\d{6}$/.test(code)) checking.mutate();
    else setError(word('consent.wrong'));
  };
  const type = (text: string) => {
    setCode(text.replace(/\D/g, '').slice(0, 6));
    setError(undefined);
  };
  return { left: countdown.left, isSent, code, error, sending, checking, check, type };
}
