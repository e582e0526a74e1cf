import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { PhoneInput } from '@/components/inputs/phone-input';
import { Button } from '@/components/ui/button';
import { toPhone } from '@/contract/core/phone';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import type { Till } from './use-till';
import { useTillWord } from './use-till-word';

/** The customer by phone: an account when there is one, otherwise the phone alone. */
export function CustomerBox({ till }: { till: Till }) {
  const word = useTillWord();
  const [phone, setPhone] = useState(till.receipt.phone);
  const [error, setError] = useState<string>();
  const keep = (whole: string, customer: string | null) => {
    till.change((receipt) => ({ ...receipt, phone: whole, customer, confirmation: '' }));
    till.openForm(undefined);
  };
  const find = useMutation({
    meta: { silent: true },
    mutationFn: (whole: string) =>
      api.get(`till/${encodeURIComponent(till.info.shop.slug)}/customers`, { phone: whole }),
    onSuccess: ({ name }, whole) => keep(whole, name),
    onError: (reason, whole) => {
      // The lookup failed: the phone is kept, and the server looks it up again at the sale.
      if (toClientError(reason).status === undefined) keep(whole, null);
      else setError(word('customer.failed'));
    },
  });
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (phone.trim() === '') return keep('', null);
    const whole = toPhone(phone);
    if (whole) find.mutate(whole);
    else setError(word('customer.wrong'));
  };
  return (
    <form noValidate className="border-b border-line bg-sunken px-5 py-3 phone:px-3" onSubmit={handleSubmit}>
      <label htmlFor="till-phone" className="mb-1.5 block font-medium">
        {word('customer.phone')}
      </label>
      <div className="flex gap-2">
        <PhoneInput
          id="till-phone"
          autoFocus
          value={phone}
          aria-invalid={error !== undefined}
          aria-describedby="till-phone-hint"
          onChange={(text) => {
            setPhone(text);
            setError(undefined);
          }}
          onKeyDown={(event) => event.key === 'Escape' && till.openForm(undefined)}
        />
        <Button type="submit" variant="primary" className="h-10!" isLoading={find.isPending}>
          {word('apply')}
        </Button>
        {till.receipt.phone && (
          <Button className="h-10!" onClick={() => keep('', null)}>
            {word('customer.none')}
          </Button>
        )}
      </div>
      <p
        id="till-phone-hint"
        role={error ? 'alert' : undefined}
        className={`mt-1.5 text-small ${error ? 'font-medium text-bad' : 'text-ink-second'}`}
      >
        {error ?? word('customer.hint')}
      </p>
    </form>
  );
}
