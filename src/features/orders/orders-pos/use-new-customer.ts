import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { User } from '@/contract/accounts/users/schema';
import { lazyResolver } from '@/crud/form/lazy-resolver';
import { api } from '@/lib/api/client';
import { type ClientError, toClientError } from '@/lib/api/errors';
import { wholePhone } from '@/lib/format/phone-mask';
import { newKey } from '@/lib/new-key';
import { showToast } from '@/lib/toast';
import { usePosWord } from './use-pos-word';

interface Typed {
  name: string;
  email: string;
  contact: string;
}

/** What was searched for is the beginning of one of the fields. */
function valuesOf(typed: string): Typed {
  const text = typed.trim();
  const empty = { name: '', email: '', contact: '' };
  if (text.includes('@')) return { ...empty, email: text };
  const phone = wholePhone(text);
  if (phone) return { ...empty, contact: phone };
  return /^[\d\s+()-]*$/.test(text) ? empty : { ...empty, name: text };
}

/** State of the form that makes a customer: the server's refusals stand at their fields. */
export function useNewCustomer(typed: string, onCreated: (user: User) => void) {
  const word = usePosWord();
  const client = useQueryClient();
  const [error, setError] = useState<ClientError>();
  const [resolver] = useState(() =>
    lazyResolver<Typed>(() =>
      import('@/contract/accounts/users/schema').then((module) => module.newCustomerSchema),
    ),
  );
  const form = useForm<Typed>({ defaultValues: valuesOf(typed), resolver });
  const save = useMutation({
    // Nobody knows this password: the customer sets their own by the link of «forgot password».
    mutationFn: ({ name, email, contact }: Typed) =>
      api.post<User>('users', {
        name,
        email,
        password: `Aa1${newKey()}`,
        profile: { contact, notifications: {} },
      }),
    meta: { silent: true },
  });
  const submit = form.handleSubmit(async (values) => {
    setError(undefined);
    try {
      const user = await save.mutateAsync(values);
      showToast('success', word('dialogs.customer.created', { name: user.name }));
      void client.invalidateQueries({ queryKey: ['users'] });
      onCreated(user);
    } catch (reason) {
      placeError(toClientError(reason));
    }
  });

  function placeError(failure: ClientError) {
    const of = (key: keyof Typed) => failure.fields[key === 'contact' ? 'profile.contact' : key]?.[0];
    const wrong = (['name', 'email', 'contact'] as const).filter((key) => of(key));
    for (const key of wrong) form.setError(key, { type: 'server', message: of(key) ?? '' });
    if (wrong.length === 0) setError(failure);
  }

  return { form, error, submit: (event: FormEvent) => void submit(event) };
}
