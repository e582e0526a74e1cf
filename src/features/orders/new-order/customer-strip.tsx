import { useMutation } from '@tanstack/react-query';
import { type RefObject, type SubmitEvent, useEffect, useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { PhoneInput } from '@/components/inputs/phone-input';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { toPhone } from '@/contract/core/phone';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { KeyHint } from '../till/key-hint';
import type { NewOrder } from './use-new-order';
import { useNewOrderWord } from './use-new-order-word';

interface CustomerStripProps {
  order: NewOrder;
  field: RefObject<HTMLInputElement | null>;
  /** Somebody tried to order before a customer was named. */
  isAsked: boolean;
  onFound: () => void;
}

/** The customer comes first, by phone: an account that has ordered here, or a name and an e-mail. */
export function CustomerStrip(props: CustomerStripProps) {
  return (
    <section className="mx-5 mt-3 rounded-card border border-line px-3 py-2.5 phone:mx-3">
      {props.order.receipt.phone === '' ? <PhoneForm {...props} /> : <Customer order={props.order} />}
    </section>
  );
}

function PhoneForm({ order, field, isAsked, onFound }: CustomerStripProps) {
  const word = useNewOrderWord();
  const [phone, setPhone] = useState('');
  const [error, setError] = useState<string>();
  useEffect(() => {
    if (isAsked) field.current?.focus();
  }, [isAsked, field]);
  const find = useMutation({
    meta: { silent: true },
    mutationFn: (whole: string) =>
      api.get(`till/${encodeURIComponent(order.shop)}/customers`, { phone: whole }),
    onSuccess: ({ name, guest }, whole) => {
      order.setCustomer(whole, name, guest);
      onFound();
    },
    onError: (reason) => {
      const isTooMany = toClientError(reason).code === 'TOO_MANY_REQUESTS';
      setError(word(isTooMany ? 'customer.too-many' : 'customer.failed'));
    },
  });
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const whole = toPhone(phone);
    if (whole) find.mutate(whole);
    else setError(word('customer.wrong'));
  };
  return (
    <form noValidate className="flex flex-wrap items-center gap-x-4 gap-y-2" onSubmit={handleSubmit}>
      <label htmlFor="order-phone" className="font-semibold">
        {word('customer.phone')}
      </label>
      <div className="flex w-80 max-w-full gap-2">
        <PhoneInput
          id="order-phone"
          ref={field}
          value={phone}
          aria-invalid={error !== undefined}
          aria-describedby="order-phone-hint"
          onChange={(text) => {
            setPhone(text);
            setError(undefined);
          }}
        />
        <Button type="submit" variant="primary" isLoading={find.isPending}>
          {word('customer.find')}
        </Button>
      </div>
      <p
        id="order-phone-hint"
        role={error ? 'alert' : undefined}
        className={`min-w-0 flex-1 basis-60 text-small ${error ? 'font-medium text-bad' : isAsked ? 'font-medium text-warn' : 'text-ink-second'}`}
      >
        {error ?? word('customer.first')}
      </p>
    </form>
  );
}

function Customer({ order }: { order: NewOrder }) {
  const word = useNewOrderWord();
  const { receipt, draft, change } = order;
  const isKnown = receipt.customer !== null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p
        className="rounded-control bg-good-soft px-3 py-1.5 font-semibold whitespace-nowrap text-good"
        dir="ltr"
      >
        {receipt.phone}
      </p>
      {isKnown ? (
        <div className="flex min-w-0 flex-1 items-center gap-3">
          <Avatar name={receipt.customer ?? ''} />
          <div className="min-w-0">
            <p className="truncate font-semibold" dir="auto">
              {receipt.customer}
            </p>
            <p className="text-small text-ink-second">{word('customer.known')}</p>
          </div>
        </div>
      ) : (
        <div className="grid min-w-0 flex-1 basis-80 grid-cols-2 gap-2 phone:grid-cols-1">
          {draft.isGuest && (
            <p role="status" className="col-span-full text-small text-ink-second">
              {word('customer.guest')}
            </p>
          )}
          <Field
            as={Input}
            id="order-name"
            label={word('customer.name')}
            autoComplete="off"
            maxLength={255}
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
          />
          <Field
            as={Input}
            id="order-email"
            label={word('customer.email')}
            type="email"
            dir="ltr"
            autoComplete="off"
            maxLength={254}
            value={draft.email}
            onChange={(event) => change({ email: event.target.value })}
          />
        </div>
      )}
      <Button onClick={() => order.setCustomer('', null)}>
        {word('customer.other')} <KeyHint name="F2" />
      </Button>
    </div>
  );
}
