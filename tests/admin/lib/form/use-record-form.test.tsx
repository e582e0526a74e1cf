import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import '@hookform/resolvers/yup';
import { listenToToasts, renderScreen } from '@tests/admin/crud/render-screen';
import { Profiler } from 'react';
import type { FieldValues } from 'react-hook-form';
import { describe, expect, it, vi } from 'vitest';
import { type ObjectSchema, object, string } from 'yup';
import { FormFrame } from '@/components/form/form-frame';
import { ClientError } from '@/lib/api/errors';
import { useRecordForm } from '@/lib/form/use-record-form';

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

/** Whether the browser would ask before closing the page. */
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

it('guards input typed after a save', async () => {
  renderScreen(<Form />, '/tags/metka-1/edit');
  await userEvent.type(screen.getByLabelText('Название'), 'а');
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(isGuarded()).toBe(false));

  await userEvent.type(screen.getByLabelText('Название'), 'б');

  expect(isGuarded()).toBe(true);
});

interface Vase {
  name: string;
  version: number;
}

const rules = async () => object({ name: string() });

interface FramedProps {
  schema?: () => Promise<ObjectSchema<FieldValues>>;
  save: (key: string) => Promise<Vase>;
  onSaved: (saved: Vase) => void;
}

function Framed({ save, onSaved, schema = rules }: FramedProps) {
  const record = useRecordForm<Vase>({
    record: { name: 'Ваза', version: 1 },
    valuesOf: (one) => ({ name: one?.name ?? '' }),
    schema,
    save: (_values, _version, _seen, key) => save(key),
    onSaved,
    leaveQuestion: 'Уйти?',
  });
  return (
    <FormFrame record={record} title="Ваза" labelOf={(key) => key} textOf={(_key, value) => String(value)}>
      <input aria-label="Название" {...record.form.register('name')} />
    </FormFrame>
  );
}

describe('an outage', () => {
  const broken = new ClientError('NETWORK_ERROR');
  const stored = { name: 'Ваза!', version: 2 };

  /** A form with successive results for its attempts to save. */
  function open(...answers: (() => Promise<Vase>)[]) {
    const keys: string[] = [];
    const onSaved = vi.fn();
    const save = async (key: string) => {
      keys.push(key);
      const answer = answers.shift();
      if (!answer) throw new Error('No more answers');
      return answer();
    };
    renderScreen(<Framed save={save} onSaved={onSaved} />, '/tags/metka-1/edit');
    return { keys, onSaved };
  }

  const save = async () => {
    await userEvent.type(screen.getByLabelText('Название'), '!');
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  };

  it('is retried with the same key until it is saved, and shows that', async () => {
    const toasts = listenToToasts();
    const { keys, onSaved } = open(
      () => Promise.reject(broken),
      () => Promise.reject(new ClientError('UNAVAILABLE', { status: 503 })),
      async () => stored,
    );
    await save();
    expect(await screen.findByText(/Нет связи с сервером/)).toBeVisible();
    expect(screen.getByLabelText('Название').closest('[inert]')).not.toBeNull();

    await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1), { timeout: 10_000 });

    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(3);
    expect(toasts.map(({ text }) => text)).toEqual(['Связь вернулась, всё сохранено']);
    expect(screen.queryByText(/Нет связи с сервером/)).toBeNull();
  }, 20_000);

  it('takes a conflict with its own lost response for success', async () => {
    const { onSaved } = open(
      () => Promise.reject(broken),
      () => Promise.reject(new ClientError('CONFLICT', { status: 409, current: stored })),
    );
    await save();

    await waitFor(() => expect(onSaved).toHaveBeenCalledWith(stored), { timeout: 10_000 });
  }, 20_000);

  it('shows the conflict when somebody else saved meanwhile', async () => {
    const { onSaved } = open(
      () => Promise.reject(broken),
      () =>
        Promise.reject(new ClientError('CONFLICT', { status: 409, current: { name: 'Кувшин', version: 2 } })),
    );
    await save();

    expect(await screen.findByRole('alert', { name: /изменил кто-то другой/ })).toBeVisible();
    expect(onSaved).not.toHaveBeenCalled();
    expect(screen.getByLabelText('Название').closest('[inert]')).toBeNull();
  }, 20_000);

  it('needs no network for the rules of the first save: they are loaded with the form', async () => {
    const schema = vi.fn(rules);
    renderScreen(
      <Framed schema={schema} save={async () => stored} onSaved={vi.fn()} />,
      '/tags/metka-1/edit',
    );

    await waitFor(() => expect(schema).toHaveBeenCalledTimes(1));
  });

  it('is shown at once when even the rules could not be loaded, and the input is saved later', async () => {
    const schema = vi
      .fn(rules)
      .mockRejectedValueOnce(new Error('chunk'))
      .mockRejectedValueOnce(new Error('chunk'));
    const onSaved = vi.fn();
    renderScreen(
      <Framed schema={schema} save={async () => stored} onSaved={onSaved} />,
      '/tags/metka-1/edit',
    );

    await save();

    expect(await screen.findByText(/Нет связи с сервером/)).toBeVisible();
    expect(screen.getByLabelText('Название')).toHaveValue('Ваза!');
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith(stored), { timeout: 10_000 });
  }, 20_000);

  it('ends when the server rejects the save', async () => {
    const { keys } = open(() => Promise.reject(new ClientError('FORBIDDEN', { status: 403 })));
    await save();

    await waitFor(() => expect(keys).toHaveLength(1));
    expect(screen.queryByText(/Нет связи с сервером/)).toBeNull();
    expect(await screen.findByRole('alert')).toBeVisible();
  });
});
