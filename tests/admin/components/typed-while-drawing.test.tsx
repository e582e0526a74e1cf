import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { type ReactNode, useState } from 'react';
import { expect, it } from 'vitest';
import { AddressFind } from '@/components/domain/address-search';
import { Field } from '@/components/inputs/field';
import { RelationPicker } from '@/components/inputs/relation-picker';
import { CarrierField } from '@/features/orders/details/carrier-field';
import { createQueryClient } from '@/lib/api/query-client';
import { focusUnlessTyping } from '@/lib/focus';
import { api } from '../crud/render-screen';
import { holdFrames } from '../hold-frames';
import { server } from '../server';

/**
 * On a busy machine the browser draws late. Whoever has gone on to the next field by then keeps typing there: no choice
 * before it and no answer of the server takes the rest of the text elsewhere.
 */
function Picker({ isMultiple }: { isMultiple: boolean }) {
  return (
    <Field id="tag" label="Метка">
      {(control) => (
        <RelationPicker
          {...{ control, isMultiple }}
          value={[]}
          options={[{ id: 1, label: 'Новинка' }]}
          isLoading={false}
          placeholder=""
          onQuery={() => undefined}
          onChange={() => undefined}
        />
      )}
    </Field>
  );
}

function Carrier() {
  const [value, setValue] = useState('');
  return <CarrierField id="carrier" error={undefined} value={value} onChange={setValue} />;
}

const choices: [string, ReactNode, RegExp][] = [
  ['one record', <Picker key="one" isMultiple={false} />, /Новинка/],
  ['several records', <Picker key="many" isMultiple />, /Новинка/],
  ['a carrier', <Carrier key="carrier" />, /Почта/],
  ['an address', <AddressFind key="address" onFound={() => undefined} />, /Тверская/],
];

it.each(choices)('a choice of %s leaves the next field to the person', async (_name, choice, option) => {
  server.use(
    http.get(api('suggest/address'), () => HttpResponse.json([{ value: 'Москва, Тверская улица, 1' }])),
  );
  const drawFrames = holdFrames();
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      {choice}
      <input aria-label="Дальше" />
    </QueryClientProvider>,
  );
  const box = screen.getByRole('combobox');
  await userEvent.click(box);
  if (option.source === 'Тверская') await userEvent.type(box, 'Тверская');
  await userEvent.click(await screen.findByRole('option', { name: option }));

  await userEvent.click(screen.getByRole('textbox', { name: 'Дальше' }));
  drawFrames();
  await userEvent.keyboard('800');

  expect(screen.getByRole('textbox', { name: 'Дальше' })).toHaveValue('800');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
});

it('a choice lets the person return to its search', async () => {
  render(
    <>
      <Picker isMultiple />
      <input aria-label="Дальше" />
    </>,
  );
  await userEvent.click(screen.getByRole('combobox'));
  await userEvent.click(await screen.findByRole('option', { name: /Новинка/ }));
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));

  await userEvent.click(screen.getByRole('textbox', { name: 'Дальше' }));
  await userEvent.click(screen.getByRole('combobox'));

  expect(screen.getByRole('combobox')).toHaveFocus();
});

it('a late focus goes to its field, unless the person types in another', () => {
  const drawFrames = holdFrames();
  render(
    <>
      <button type="button">Поиск</button>
      <textarea aria-label="Заметка" />
    </>,
  );
  const search = screen.getByRole('button');

  screen.getByRole('textbox').focus();
  focusUnlessTyping(() => search);
  drawFrames();
  expect(screen.getByRole('textbox')).toHaveFocus();

  screen.getByRole('textbox').blur();
  focusUnlessTyping(() => search);
  drawFrames();
  expect(search).toHaveFocus();
});

it.each(choices.slice(0, 3))(
  'a field for %s that a dialog focuses opens by typing, an arrow or a press',
  async (_name, choice, option) => {
    render(<QueryClientProvider client={createQueryClient(() => undefined)}>{choice}</QueryClientProvider>);
    const box = screen.getByRole('combobox');

    act(() => box.focus());
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(box).toHaveValue('');

    await userEvent.keyboard('{ArrowDown}');
    expect(await screen.findByRole('option', { name: option })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.keyboard(option.source.slice(0, 2));
    expect(await screen.findByRole('option', { name: option })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    await userEvent.click(box);
    expect(await screen.findByRole('option', { name: option })).toBeVisible();
  },
);
