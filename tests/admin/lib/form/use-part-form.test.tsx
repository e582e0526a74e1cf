import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import '@hookform/resolvers/yup';
import { renderScreen } from '@tests/admin/crud/render-screen';
import { expect, it, vi } from 'vitest';
import { object, string } from 'yup';
import { SendPart } from '@/components/form/send-part';
import { usePartForm } from '@/lib/form/use-part-form';

const rules = async () => object({ name: string().required('error-name-required') });

interface FormProps {
  schema: typeof rules;
  send?: () => Promise<void>;
}

function Form({ schema, send = () => Promise.resolve() }: FormProps) {
  const part = usePartForm({ schema, values: { name: 'Ваза' }, send, onSent: () => undefined });
  return (
    <form noValidate onSubmit={part.submit}>
      <input aria-label="Название" {...part.form.register('name')} />
      <SendPart part={part} label="Сохранить" />
    </form>
  );
}

it('a small form loads its rules when it is drawn, not with the first submit', async () => {
  const schema = vi.fn(rules);
  renderScreen(<Form schema={schema} />, '/profile-update');

  await waitFor(() => expect(schema).toHaveBeenCalledTimes(1));
});

it('a small form whose rules could not be loaded says so, keeps the input, and sends it later', async () => {
  const schema = vi
    .fn(rules)
    .mockRejectedValueOnce(new Error('chunk'))
    .mockRejectedValueOnce(new Error('chunk'));
  const send = vi.fn(async () => undefined);
  renderScreen(<Form schema={schema} send={send} />, '/profile-update');
  await waitFor(() => expect(schema).toHaveBeenCalledTimes(1));

  await userEvent.type(screen.getByLabelText('Название'), '!');
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

  expect(await screen.findByRole('alert')).toHaveTextContent(/Нет связи с сервером/);
  expect(screen.getByLabelText('Название')).toHaveValue('Ваза!');
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
});
