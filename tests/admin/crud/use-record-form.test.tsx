import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import '@hookform/resolvers/yup';
import { Profiler } from 'react';
import { expect, it, vi } from 'vitest';
import { object, string } from 'yup';
import { useRecordForm } from '@/crud/form/use-record-form';
import { renderScreen } from './render-screen';

/** A form over one record. */
function Form() {
  const { form, submit } = useRecordForm<{ name: string; version: number }>({
    record: { name: 'Ваза', version: 1 },
    valuesOf: (record) => ({ name: record?.name ?? '' }),
    schema: async () => object({ name: string() }),
    save: async (values) => ({ name: String(values.name), version: 2 }),
    onSaved: () => undefined,
    leaveQuestion: 'Уйти?',
  });
  return (
    <>
      <input aria-label="Название" {...form.register('name')} />
      <button type="button" onClick={submit}>
        Сохранить
      </button>
    </>
  );
}

/** Whether the browser would ask before the page is closed. */
function isGuarded(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  act(() => void window.dispatchEvent(event));
  return event.defaultPrevented;
}

it('does not re-render for the first keystroke, but guards it until it is undone', async () => {
  const drawn = vi.fn();
  const form = (
    <Profiler id="form" onRender={drawn}>
      <Form />
    </Profiler>
  );
  renderScreen(form, '/tags/metka-1/edit');
  drawn.mockClear();
  expect(isGuarded()).toBe(false);

  await userEvent.type(screen.getByLabelText('Название'), 'а');

  expect(isGuarded()).toBe(true);
  await userEvent.keyboard('{Backspace}');
  expect(isGuarded()).toBe(false);
  expect(drawn).not.toHaveBeenCalled();
});

it('guards what is typed after saving anew', async () => {
  renderScreen(<Form />, '/tags/metka-1/edit');
  await userEvent.type(screen.getByLabelText('Название'), 'а');
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(isGuarded()).toBe(false));

  await userEvent.type(screen.getByLabelText('Название'), 'б');

  expect(isGuarded()).toBe(true);
});
